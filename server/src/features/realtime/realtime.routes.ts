import { CLOSE_UNAUTHORIZED } from '@frontdesk/contract/constants'
import { ClientFrame, type ServerFrame, type StaleKey } from '@frontdesk/contract/realtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import type { SignedIn } from '../../http/caller.ts'
import { forbidden } from '../../http/errors.ts'
import { networkOf } from '../../http/network.ts'
import { findSignedIn } from '../../http/session.ts'
import type { Announcement } from '../../platform/publish.ts'
import type { Listener } from '../../platform/listen.ts'
import type { Services } from '../../services.ts'
import { Recent } from './recent.ts'

const AUTH_WITHIN_MS = 5000
const HEARTBEAT_MS = 30_000
/** A browser that reads slower than this is dropped; it comes back and asks again. */
const MOST_BUFFERED_BYTES = 1 << 20
/** Frames in one heartbeat; a person needs far fewer. */
const MOST_FRAMES = 300

/** Sockets of one network that have not said who they are; a whole office may come back at once. */
const MOST_STRANGERS = 100

interface Connection {
  socket: WebSocket
  network: string
  /** Null until the first frame has proved who it is. */
  signedIn: SignedIn | null
  token: string
  alive: boolean
  frames: number
}

/** The socket that keeps lists and red dots fresh, on the address that spec.md gives to the chat. */
export function realtimeRoutes(app: FastifyInstance, services: Services, listener: Listener): void {
  const connections = new Set<Connection>()
  const recent = new Recent()

  app.get(
    '/chat/ws',
    {
      websocket: true,
      onRequest: async (request) => {
        if (!isOwnOrigin(request, services.config.publicUrl)) throw forbidden('Unknown origin')
      },
    },
    (socket, request) => open(socket, networkOf(request.ip), { connections, recent }, services),
  )

  listener.subscribe((announcement) => hear(announcement))
  const heartbeat = setInterval(() => {
    for (const connection of connections) beat(connection, services)
  }, HEARTBEAT_MS)
  app.addHook('onClose', async () => clearInterval(heartbeat))

  function hear(announcement: Announcement | null): void {
    recent.add(announcement)
    const keys = keysOf(announcement)
    const frame: ServerFrame = { type: 'invalidate', keys }
    for (const connection of connections) {
      if (mayHaveEnded(announcement, connection)) void recheck(connection, services)
      if (keys.length > 0 && connection.signedIn && concerns(announcement, connection.signedIn))
        send(connection, frame)
    }
  }
}

/** After a gap nobody knows what was missed, so everybody asks again. */
const keysOf = (announcement: Announcement | null): StaleKey[] => announcement?.keys ?? ALL_KEYS

/** After a gap any session may have ended; and one may end while its token is being looked up. */
function mayHaveEnded(announcement: Announcement | null, connection: Connection): boolean {
  if (connection.token === '') return false
  if (!announcement) return true
  const { endedSessionsOf: endedFor } = announcement
  return endedFor !== undefined && (connection.signedIn?.id ?? endedFor) === endedFor
}

function concerns(announcement: Announcement | null, { id, role }: SignedIn): boolean {
  if (announcement?.adminsOnly && role !== 'admin') return false
  return announcement?.userIds?.includes(id) ?? true
}

/** Written as a record, so that a new key can't be forgotten. */
const STALE_KEYS: Record<StaleKey, true> = {
  me: true,
  policies: true,
  acknowledgments: true,
  obligations: true,
  teams: true,
  processes: true,
  process_runs: true,
  documents: true,
  settings: true,
  billing: true,
  users: true,
  invitations: true,
  mails: true,
  trainings: true,
  tests: true,
  attempts: true,
}
const ALL_KEYS = Object.keys(STALE_KEYS) as StaleKey[]

/** A browser names the page that opens the socket; other programs name none and have no cookies. */
function isOwnOrigin(request: FastifyRequest, publicUrl: string | null): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  return origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host)
}

function open(
  socket: WebSocket,
  network: string,
  { connections, recent }: { connections: Set<Connection>; recent: Recent },
  services: Services,
): void {
  // `close` follows; without a hearer an error would end the process.
  socket.on('error', () => undefined)
  if (strangersOf(network, connections) >= MOST_STRANGERS) {
    return socket.close(1013, 'try again later')
  }
  const connection: Connection = {
    socket,
    network,
    signedIn: null,
    token: '',
    alive: true,
    frames: 0,
  }
  connections.add(connection)
  const deadline = setTimeout(() => {
    if (!connection.signedIn) socket.close(CLOSE_UNAUTHORIZED, 'sign in first')
  }, AUTH_WITHIN_MS)
  socket.on('message', (data) => void receive(connection, data, { services, recent }))
  socket.on('pong', () => {
    connection.alive = true
  })
  socket.on('close', () => {
    clearTimeout(deadline)
    connections.delete(connection)
  })
}

function strangersOf(network: string, connections: Set<Connection>): number {
  let count = 0
  for (const connection of connections) {
    if (!connection.signedIn && connection.network === network) count += 1
  }
  return count
}

async function receive(
  connection: Connection,
  data: RawData,
  { services, recent }: { services: Services; recent: Recent },
): Promise<void> {
  const cameAt = performance.now()
  connection.frames += 1
  if (connection.frames > MOST_FRAMES) return connection.socket.close(1008, 'too many frames')
  const frame = ClientFrame.safeParse(parseJson(data))
  if (!frame.success) {
    return send(connection, {
      type: 'error',
      error: 'This frame is not understood',
      code: 'malformed',
    })
  }
  connection.token = frame.data.token
  await recheck(connection, services)
  const { signedIn } = connection
  if (!signedIn) return
  send(connection, { type: 'ready' })
  const { shown_ms: shownMs } = frame.data
  if (shownMs === undefined) return
  const missed = recent.within(shownMs + performance.now() - cameAt)
  const keys = missed.filter((told) => concerns(told, signedIn)).flatMap(keysOf)
  if (keys.length > 0) send(connection, { type: 'invalidate', keys: [...new Set(keys)] })
}

function parseJson(data: RawData): unknown {
  try {
    return JSON.parse((data as Buffer).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Asks the database whose token this is, and closes the socket where it is nobody's any more. */
async function recheck(connection: Connection, { db }: Services): Promise<void> {
  try {
    connection.signedIn = await findSignedIn(db, connection.token)
  } catch {
    // Nobody is let in or thrown out while the database is away; the browser comes back.
    return connection.socket.close(1013, 'try again later')
  }
  if (!connection.signedIn) connection.socket.close(CLOSE_UNAUTHORIZED, 'session ended')
}

function beat(connection: Connection, services: Services): void {
  if (!connection.alive) return connection.socket.terminate()
  connection.alive = false
  connection.frames = 0
  connection.socket.ping()
  if (connection.signedIn) void recheck(connection, services)
}

function send(connection: Connection, frame: ServerFrame): void {
  if (connection.socket.bufferedAmount > MOST_BUFFERED_BYTES) return connection.socket.terminate()
  connection.socket.send(JSON.stringify(frame))
}
