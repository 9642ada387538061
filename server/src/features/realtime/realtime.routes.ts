import { CLOSE_UNAUTHORIZED } from '@frontdesk/contract/constants'
import {
  ClientFrame,
  type ServerFrame,
  STALE_KEYS,
  type StaleKey,
} from '@frontdesk/contract/realtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { SignedIn } from '../../http/caller.ts'
import { forbidden } from '../../http/errors.ts'
import { networkOf } from '../../http/network.ts'
import { findSignedIn, findSignedInAgain } from '../../http/session.ts'
import type { Announcement } from '../../platform/publish.ts'
import type { Listener } from '../../platform/listen.ts'
import type { Services } from '../../services.ts'
import type { MessagePost } from '../chat/message-post.ts'
import { BusyNews } from './busy-news.ts'
import { ChatDelivery } from './chat-delivery.ts'
import { ChatFrames } from './chat-frames.ts'
import {
  CLOSE_POLICY,
  CLOSE_TRY_LATER,
  type Connection,
  Connections,
  sendFrame,
} from './connections.ts'
import { Pace, type Paces } from '../../platform/pace.ts'
import { HINTS, PacedFrames } from './pace.ts'
import type { Presence } from './presence.ts'
import { Recent } from './recent.ts'
import { SignsOfLife } from './signs-of-life.ts'

const AUTH_WITHIN_MS = 5000
const HEARTBEAT_MS = 30_000
const SET_UP_FIRST = 'set up a second factor first'
/** Frames of one socket that the database has not answered yet. */
const MOST_UNANSWERED = 200
/** More who come or leave at the same moment are not told one by one. */
const MOST_PRESENCE_FRAMES = 50
const PRESENCE_EVERY_MS = 200

/** The socket of conversations, which also keeps lists and red dots fresh. */
export function realtimeRoutes(
  app: FastifyInstance,
  services: Services,
  parts: { listener: Listener; post: MessagePost; presence: Presence; paces: Paces },
): void {
  const { listener, post, presence, paces } = parts
  const desk = new SocketDesk(services, { post, paces }, app)
  app.get(
    '/chat/ws',
    {
      websocket: true,
      onRequest: async (request) => {
        if (!isOwnOrigin(request, services.config.publicUrl)) throw forbidden('Unknown origin')
      },
    },
    (socket, request) => desk.open(socket, networkOf(request.ip)),
  )
  listener.subscribe((announcement) => desk.hear(announcement))
  desk.connections.onPeople(presence)
  presence.onChange((userId, online) => desk.tellPresence(userId, online))
  app.addHook('onClose', async () => {
    desk.stop()
    presence.stop()
  })
}

/** A browser names the page that opens the socket; other programs name none and have no cookies. */
function isOwnOrigin(request: FastifyRequest, publicUrl: string | null): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  return origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host)
}

/** After a gap nobody knows what was missed, so everybody asks again. */
const keysOf = (announcement: Announcement | null): StaleKey[] => announcement?.keys ?? STALE_KEYS

function concerns(announcement: Announcement | null, { id, role }: SignedIn): boolean {
  if (announcement?.adminsOnly && role !== 'admin') return false
  return announcement?.userIds?.includes(id) ?? true
}

/** A socket while it is open. */
interface OpenSocket extends Connection {
  frames: PacedFrames
  hints: Pace
  /** While its token is being looked up; what is sent meanwhile waits for it. */
  proof: Promise<void> | null
  /** Somebody's sessions ended in the meantime, perhaps this one. */
  doubted: boolean
  unanswered: number
}

/** All sockets of this node: who they are, what they send and what they are told. */
class SocketDesk {
  readonly connections = new Connections()
  readonly #services: Services
  readonly #delivery: ChatDelivery
  readonly #chat: ChatFrames
  readonly #life: SignsOfLife
  readonly #recent = new Recent()
  readonly #busy = new BusyNews((news) => this.#tell(news, news.keys))
  readonly #proving = new Set<OpenSocket>()
  readonly #paces: Paces
  readonly #cameOrLeft = new Map<string, boolean>()
  readonly #heartbeat: NodeJS.Timeout
  #presenceTimer: NodeJS.Timeout | undefined

  constructor(
    services: Services,
    { post, paces }: { post: MessagePost; paces: Paces },
    { log }: FastifyInstance,
  ) {
    const { db, announcer } = services
    this.#services = services
    this.#paces = paces
    this.#delivery = new ChatDelivery(db, this.connections, log)
    this.#chat = new ChatFrames({ db, post, announcer, log })
    this.#life = new SignsOfLife(db, log)
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS)
    post.onStored(({ chatId, from, to }) => {
      this.#delivery.stored(chatId, from, to)
      announcer.tell({ keys: [], chat: { about: 'stored', chat_id: chatId, from, to } })
    })
  }

  stop(): void {
    clearInterval(this.#heartbeat)
    this.#busy.stop()
    clearTimeout(this.#presenceTimer)
    this.#delivery.stop()
    this.#chat.stop()
    this.#life.stop()
  }

  open(socket: WebSocket, network: string): void {
    // `close` follows; without a hearer an error would end the process.
    socket.on('error', () => undefined)
    const frames = new PacedFrames((data) => this.#receive(open, data), {
      pause: () => socket.pause(),
      resume: () => {
        if (open.unanswered < MOST_UNANSWERED) socket.resume()
      },
      flooded: () => this.#flooded(open),
    })
    const open: OpenSocket = {
      socket,
      network,
      signedIn: null,
      alive: true,
      frames,
      hints: new Pace(HINTS),
      proof: null,
      doubted: false,
      unanswered: 0,
    }
    this.connections.admit(open)
    const deadline = setTimeout(() => {
      if (!open.signedIn) socket.close(CLOSE_UNAUTHORIZED, 'sign in first')
    }, AUTH_WITHIN_MS)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the default of `binaryType`
    socket.on('message', (data) => frames.add(data as Buffer))
    socket.on('pong', () => {
      open.alive = true
    })
    socket.on('close', () => {
      clearTimeout(deadline)
      frames.stop()
      this.#proving.delete(open)
      this.connections.remove(open)
    })
  }

  hear(announcement: Announcement | null): void {
    this.#recent.add(announcement)
    const ended = announcement?.endedSessionsOf
    const isAll = announcement === null || announcement.allSessionsEnded
    if (isAll) void this.#recheck(this.connections.sessionIds())
    else if (ended) void this.#recheck(this.connections.sessionsOf(ended))
    if (isAll || ended) for (const open of this.#proving) open.doubted = true
    if (announcement === null || announcement.chat) {
      this.#delivery.hear(announcement?.chat ?? null)
    }
    this.#tell(announcement, announcement === null ? STALE_KEYS : this.#busy.pass(announcement))
  }

  /** Whom it concerns is seen to when it is told: somebody may be an admin no more. */
  #tell(announcement: Announcement | null, keys: StaleKey[]): void {
    if (keys.length === 0) return
    const frame: ServerFrame = { type: 'invalidate', keys }
    for (const connection of this.connections.people()) {
      if (concerns(announcement, connection.signedIn!)) sendFrame(connection, frame)
    }
  }

  /** Those who come or leave at about the same moment are told together. */
  tellPresence(userId: string, online: boolean): void {
    this.#cameOrLeft.set(userId, online)
    this.#presenceTimer ??= setTimeout(() => {
      this.#presenceTimer = undefined
      const changes = [...this.#cameOrLeft]
      this.#cameOrLeft.clear()
      const frames: ServerFrame[] =
        changes.length > MOST_PRESENCE_FRAMES
          ? [{ type: 'invalidate', keys: ['chats'] }]
          : changes.map(([id, there]) => ({ type: 'presence', user_id: id, online: there }))
      for (const connection of this.connections.people()) {
        for (const frame of frames) sendFrame(connection, frame)
      }
    }, PRESENCE_EVERY_MS)
  }

  #flooded({ frames, socket }: OpenSocket): void {
    frames.stop()
    socket.resume()
    socket.close(CLOSE_POLICY, 'too many frames')
  }

  #receive(open: OpenSocket, data: Buffer): void {
    const cameAt = performance.now()
    const frame = ClientFrame.safeParse(parseJson(data))
    if (!frame.success || frame.data.type === 'typing' || frame.data.type === 'read') {
      if (open.hints.wait() > 0) return this.#flooded(open)
      open.hints.spend()
    }
    if (!frame.success) return sendFrame(open, malformed(data))
    // What is sent right behind the token belongs to whoever it turns out to be.
    if (open.proof) return void open.proof.then(() => this.#receive(open, data))
    if (frame.data.type === 'auth') {
      const { token, shown_ms: shownMs, there } = frame.data
      open.proof = this.#prove(open, token, { shownMs, cameAt }).finally(() => {
        open.proof = null
        this.#proving.delete(open)
        if (there && open.signedIn) this.#life.of(open.signedIn.id)
      })
      this.#proving.add(open)
      return
    }
    const { signedIn } = open
    if (!signedIn) return open.socket.close(CLOSE_UNAUTHORIZED, 'sign in first')
    this.#life.of(signedIn.id)
    if (frame.data.type === 'read') {
      const { chat_id: chatId, number } = frame.data
      return this.#chat.read({ chatId, userId: signedIn.id, number })
    }
    const { chat_id: chatId } = frame.data
    return void this.#answer(
      open,
      frame.data.type === 'typing'
        ? this.#chat.typing(signedIn, chatId)
        : this.#chat.message(signedIn, frame.data),
    )
  }

  /** Finds out whose token it is, and lets them in. */
  async #prove(
    open: OpenSocket,
    token: string,
    { shownMs, cameAt }: { shownMs: number | undefined; cameAt: number },
  ): Promise<void> {
    const { socket } = open
    let signedIn: SignedIn | null
    try {
      do {
        open.doubted = false
        signedIn = await findSignedIn(this.#services.db, token)
        if (signedIn) await this.#delivery.follow([signedIn.id])
      } while (open.doubted)
    } catch {
      // Nobody is let in or thrown out while the database is away; the browser comes back.
      return socket.close(CLOSE_TRY_LATER, 'try again later')
    }
    if (socket.readyState !== socket.OPEN) return
    if (!signedIn) return socket.close(CLOSE_UNAUTHORIZED, 'session ended')
    if (signedIn.mustSetUp) return socket.close(CLOSE_TRY_LATER, SET_UP_FIRST)
    if (!this.connections.signIn(open, signedIn)) {
      return socket.close(CLOSE_TRY_LATER, 'too many sockets of this session')
    }
    open.frames.pace = this.#paces.of(signedIn.id)
    sendFrame(open, { type: 'ready' })
    if (shownMs === undefined) return
    const missed = this.#recent.within(shownMs + performance.now() - cameAt)
    const keys = missed.filter((told) => concerns(told, signedIn)).flatMap(keysOf)
    if (keys.length > 0) sendFrame(open, { type: 'invalidate', keys: [...new Set(keys)] })
  }

  /** A socket with very many frames unanswered is not read until the database has caught up. */
  async #answer(open: OpenSocket, work: Promise<ServerFrame | null>): Promise<void> {
    open.unanswered += 1
    if (open.unanswered === MOST_UNANSWERED) open.socket.pause()
    const frame = await work
    open.unanswered -= 1
    if (open.unanswered === MOST_UNANSWERED - 1 && !open.frames.waits) open.socket.resume()
    if (!frame) return
    if (frame.type === 'error' && frame.code === 'unauthorized' && open.signedIn) {
      this.connections.endSession(open.signedIn.sessionId)
    } else {
      sendFrame(open, frame)
    }
  }

  /** Asks once which of the sessions still live, and closes all sockets of those that don't. */
  async #recheck(sessionIds: string[]): Promise<void> {
    if (sessionIds.length === 0) return
    try {
      const live = await findSignedInAgain(this.#services.db, sessionIds)
      const bySession = new Map(live.map((signedIn) => [signedIn.sessionId, signedIn]))
      for (const id of sessionIds) {
        const signedIn = bySession.get(id)
        if (!signedIn) this.connections.endSession(id)
        for (const open of this.connections.ofSessions([id])) {
          if (signedIn?.mustSetUp) open.socket.close(CLOSE_TRY_LATER, SET_UP_FIRST)
          else if (signedIn) open.signedIn = signedIn
        }
      }
    } catch {
      for (const open of this.connections.ofSessions(sessionIds)) {
        open.socket.close(CLOSE_TRY_LATER, 'try again later')
      }
    }
  }

  async #beat(): Promise<void> {
    for (const open of this.connections.all()) {
      // One that is not read at the moment can't be heard to answer.
      if (!open.alive && !open.socket.isPaused) {
        open.socket.terminate()
        continue
      }
      open.alive = false
      open.socket.ping()
    }
    this.#paces.forgetAllBut(new Set(this.connections.userIds()))
    await this.#recheck(this.connections.sessionIds())
  }
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'))
  } catch {
    return undefined
  }
}

/** With its `client_id`, where it was a message: whoever sent it wants to know which. */
function malformed(data: Buffer): ServerFrame {
  const sent = parseJson(data)
  const clientId =
    typeof sent === 'object' && sent !== null && 'client_id' in sent ? sent.client_id : undefined
  return {
    type: 'error',
    error: 'This frame is not understood',
    code: 'malformed',
    ...(typeof clientId === 'string' && { client_id: clientId.slice(0, 200) }),
  }
}
