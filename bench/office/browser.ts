import { type Agent, request } from 'node:http'
import type { ServerFrame, StaleKey } from '@frontdesk/contract/realtime'
import { WebSocket } from 'ws'
import type { DeskPerson } from '../chat-desk.ts'
import type { Call } from './clicks.ts'

/** As the app's cache has it: what was asked for is not asked for again, unless it is said to be stale. */
const STALE_AFTER_MS = 60_000
const LISTS_EVERY_MS = 1000
const UNREAD: Call = { method: 'GET', path: '/chat/unread', stale: 'chats' }
/** Frames after which the list of conversations, and what is unread, are others. */
const CHANGES_LISTS = new Set<ServerFrame['type']>(['message', 'chat', 'read'])

/** Tells the drill of each answer; 0 where none came. */
export type Note = (call: Call, status: number, due: number) => void

/** What the web app does for one person, without a browser: its requests, its tags and its socket. */
export class Browser {
  readonly #url: URL
  readonly #agent: Agent
  readonly #token: string
  readonly #note: Note
  readonly #tags = new Map<string, string>()
  readonly #asked = new Map<string, { at: number; stale: StaleKey | undefined }>()
  #shown: Call[] = []
  #socket: WebSocket | undefined
  #lists: NodeJS.Timeout | undefined
  #isOver = false
  /** Requests that are not answered yet. */
  waiting = 0

  constructor(person: DeskPerson, to: { url: string; agent: Agent; note: Note }) {
    this.#token = person.token
    this.#url = new URL(to.url)
    this.#agent = to.agent
    this.#note = to.note
  }

  /** @throws where the line ends before the server knows who it is */
  async open(): Promise<void> {
    const socket = new WebSocket(`ws://${this.#url.host}/api/v1/chat/ws`)
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.once('open', () => socket.send(JSON.stringify({ type: 'auth', token: this.#token })))
    await new Promise<void>((resolve, reject) => {
      socket.once('message', () => resolve())
      socket.once('close', (code) => reject(new Error(`A socket was closed with ${code}`)))
    })
    socket.on('message', (data: Buffer) => this.#receive(data))
    socket.on('close', () => {
      if (!this.#isOver) this.#note(UNREAD, 0, performance.now())
    })
  }

  close(): void {
    this.#isOver = true
    clearTimeout(this.#lists)
    this.#socket?.terminate()
  }

  /** What a click asks for, but for what is known; all of it is on screen then where it is a page. */
  click(calls: Call[], isPage: boolean, due: number): void {
    if (isPage) this.#shown = calls
    for (const call of calls) if (!this.#isKnown(call)) this.#send(call, due)
  }

  #isKnown({ path, stale }: Call): boolean {
    const asked = stale && this.#asked.get(path)
    return asked !== undefined && performance.now() - asked.at < STALE_AFTER_MS
  }

  #receive(data: Buffer): void {
    const frame = JSON.parse(data.toString()) as ServerFrame
    if (frame.type === 'invalidate') {
      const keys = new Set<StaleKey | undefined>(frame.keys)
      for (const [path, { stale }] of this.#asked) if (keys.has(stale)) this.#asked.delete(path)
      const now = performance.now()
      for (const call of this.#shown) if (keys.has(call.stale)) this.#send(call, now)
    }
    if (CHANGES_LISTS.has(frame.type)) {
      this.#lists ??= setTimeout(() => {
        this.#lists = undefined
        const now = performance.now()
        this.#send(UNREAD, now)
        for (const call of this.#shown) if (call.path.startsWith('/chat?')) this.#send(call, now)
      }, LISTS_EVERY_MS)
    }
  }

  #send(call: Call, due: number): void {
    const { method, path, stale } = call
    if (stale) this.#asked.set(path, { at: performance.now(), stale })
    const body = call.body && JSON.stringify(call.body)
    const tag = this.#tags.get(path)
    const answered = (status: number) => {
      this.waiting -= 1
      this.#note(call, status, due)
    }
    this.waiting += 1
    const asked = request(
      {
        host: this.#url.hostname,
        port: this.#url.port,
        agent: this.#agent,
        method,
        path: `/api/v1${path}`,
        headers: {
          Authorization: `Bearer ${this.#token}`,
          'Accept-Encoding': 'gzip, deflate, br',
          'Content-Type': 'application/json',
          ...(body && { 'Content-Length': Buffer.byteLength(body) }),
          ...(tag && { 'If-None-Match': tag }),
        },
      },
      (answer) => {
        const { etag } = answer.headers
        // Strong tags are for saving.
        if (method === 'GET' && etag?.startsWith('W/')) this.#tags.set(path, etag)
        answer.resume()
        answer.once('end', () => answered(answer.statusCode!))
      },
    )
    asked.once('error', () => answered(0))
    asked.end(body)
  }
}
