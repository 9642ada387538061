import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** What there is to open, and to sign. */
export interface Office {
  url: string
  policies: string[]
  trainings: string[]
  processes: string[]
  documents: string[]
  people: string[]
}

export interface Member {
  token: string
  chatId: string
}

export const KINDS = ['reading', 'searching', 'writing', 'chatting'] as const
export type Kind = (typeof KINDS)[number]

/** A click: of which kind, when it was due, and what came of it. */
export interface Clicked {
  kind: Kind
  /** Milliseconds after it was due until all of its answers were there. */
  late: number
}

interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
}

/** Out of a hundred clicks. */
const SHARE: Record<Kind, number> = { reading: 80, searching: 10, writing: 5, chatting: 5 }
const THINK_MS = [1000, 3000] as const
const WORDS = ['wire', 'fair housing', 'lockbox', 'open house', 'trust account', 'disclosure']

/** Connections are shared: what a browser costs beyond its requests is its socket. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Somebody who clicks at times that were drawn before: who is answered late does not click less. */
export class OfficePerson {
  readonly clicks: Clicked[] = []
  readonly faults: string[] = []
  readonly #office: Office
  readonly #member: Member
  readonly #random: () => number
  readonly #tags = new Map<string, string>()
  readonly #unsigned: string[]
  #socket: WebSocket | undefined

  constructor(office: Office, member: Member, random: () => number) {
    this.#office = office
    this.#member = member
    this.#random = random
    this.#unsigned = [...office.policies]
  }

  /** Opens the app: its socket stays open. */
  async arrive(): Promise<void> {
    const socket = new WebSocket(`${this.#office.url.replace('http', 'ws')}/api/v1/chat/ws`)
    this.#socket = socket
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.once('open', () => {
        socket.send(JSON.stringify({ type: 'auth', token: this.#member.token }))
        resolve()
      })
    })
    socket.on('error', (error) => this.faults.push(`socket: ${error.message}`))
    socket.on('message', () => undefined)
  }

  leave(): void {
    this.#socket?.terminate()
  }

  /** @param until of `performance.now()` */
  async work(until: number): Promise<void> {
    const [least, most] = THINK_MS
    let due = performance.now() + this.#random() * most
    while (due < until) {
      const kind = this.#kind()
      const calls = this.#callsOf(kind)
      await delay(Math.max(0, due - performance.now()))
      await Promise.all(calls.map(async (call) => this.#send(call)))
      this.clicks.push({ kind, late: performance.now() - due })
      due += least + this.#random() * (most - least)
    }
  }

  #kind(): Kind {
    let luck = this.#random() * 100
    return KINDS.find((kind) => (luck -= SHARE[kind]) < 0) ?? 'reading'
  }

  #one<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!
  }

  /** What the web app asks for at such a click. */
  #callsOf(kind: Kind): Call[] {
    if (kind === 'reading') return this.#page().map((path) => ({ method: 'GET', path }))
    if (kind === 'searching') {
      const word = this.#one(WORDS)
      const query = word.slice(0, 3 + Math.floor(this.#random() * word.length))
      return [{ method: 'POST', path: '/search', body: { query, limit: 20 } }]
    }
    if (kind === 'writing') return [this.#written()]
    const body = { client_id: randomUUID(), body: `Showing at ${Math.floor(this.#random() * 24)}` }
    return [{ method: 'POST', path: `/chat/${this.#member.chatId}/messages`, body }]
  }

  #page(): string[] {
    const { policies, trainings, processes, documents, people } = this.#office
    const pages = [
      [
        '/settings/front-desk',
        '/policies?pending=true',
        '/users/me/favourites',
        '/users/me/obligations',
      ],
      ['/policies?limit=50&view=list&pending=true', '/policies?limit=50&view=list'],
      [`/policies/${this.#one(policies)}`],
      [`/policies/${this.#one(policies)}`],
      ['/trainings'],
      [`/trainings/${this.#one(trainings)}`],
      ['/processes?limit=50&view=list', '/processes/runs?awaiting_me=true&limit=10'],
      [`/processes/${this.#one(processes)}`],
      ['/documents?limit=50', '/documents/folders'],
      [`/documents/${this.#one(documents)}`],
      ['/users?limit=50'],
      [`/users/${this.#one(people)}`],
      [`/chat/${this.#member.chatId}/messages?limit=50`, '/chat/unread'],
    ]
    return this.#one(pages)
  }

  /** Signs a policy that was not signed yet; who has signed all marks one of them. */
  #written(): Call {
    const id = this.#unsigned.splice(Math.floor(this.#random() * this.#unsigned.length), 1)[0]
    if (id) return { method: 'POST', path: `/policies/${id}/acknowledge`, body: {} }
    const favourite = { type: 'policies', id: this.#one(this.#office.policies) }
    const body = { ...favourite, favourite: this.#random() < 0.5 }
    return { method: 'PUT', path: '/users/me/favourites', body }
  }

  async #send({ method, path, body }: Call): Promise<void> {
    const text = body && JSON.stringify(body)
    const tag = method === 'GET' ? this.#tags.get(path) : undefined
    const headers = {
      authorization: `Bearer ${this.#member.token}`,
      ...(text && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
      ...(tag && { 'if-none-match': tag }),
    }
    const target = `${this.#office.url}/api/v1${path}`
    const said = await new Promise<string | undefined>((resolve) => {
      const asked = request(target, { method, headers, agent }, (answer) => {
        const { statusCode = 0, headers: got } = answer
        if (method === 'GET' && got.etag) this.#tags.set(path, got.etag)
        answer.resume()
        answer.once('close', () =>
          resolve(statusCode < 400 ? undefined : `${statusCode} for ${method} ${nameOf(path)}`),
        )
      })
      asked.once('error', ({ message }) => resolve(`${message} for ${method} ${nameOf(path)}`))
      asked.end(text)
    })
    if (said) this.faults.push(said)
  }
}

const nameOf = (path: string) => path.split('?')[0]!.replaceAll(/[\da-f-]{36}/g, ':id')
