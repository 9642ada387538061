import { CLOSE_UNAUTHORIZED } from '@frontdesk/contract/constants'
import type { ServerFrame } from '@frontdesk/contract/realtime'
import type { WebSocket } from 'ws'
import type { SignedIn } from '../../http/caller.ts'

/** A browser that reads slower than this is dropped; it comes back and asks again. */
const MOST_BUFFERED_BYTES = 1 << 20
/** Sockets of one network that have not said who they are; a whole office may come back at once. */
const MOST_STRANGERS = 100
/** The same of all networks together. */
const MOST_STRANGERS_IN_ALL = 1000
/** Sockets of one session: somebody with very many tabs, and no more. */
const MOST_PER_SESSION = 50

/** RFC 6455 and its register: policy violation, try again later. */
export const CLOSE_POLICY = 1008
export const CLOSE_TRY_LATER = 1013

/** One socket, and who has it. */
export interface Connection {
  readonly socket: WebSocket
  readonly network: string
  /** Null until the first frame has proved who it is. */
  signedIn: SignedIn | null
  /** Whether it has answered since it was last asked. */
  alive: boolean
}

/** Every socket of this node, by person and by session. Strangers are kept in the order they came. */
export class Connections {
  readonly #strangers = new Set<Connection>()
  readonly #byUser = new Map<string, Set<Connection>>()
  readonly #bySession = new Map<string, Set<Connection>>()
  #watch: { came: (userId: string) => void; left: (userId: string) => void } | undefined

  /** Who is told of a person's first socket, and of the end of the last. */
  onPeople(watch: { came: (userId: string) => void; left: (userId: string) => void }): void {
    this.#watch = watch
  }

  /** Takes a stranger in; where there are too many of them, the one who came first goes. */
  admit(connection: Connection): void {
    const { network } = connection
    let ofNetwork = 0
    let first: Connection | undefined
    for (const stranger of this.#strangers) {
      if (stranger.network !== network) continue
      first ??= stranger
      ofNetwork += 1
    }
    if (ofNetwork < MOST_STRANGERS) first = undefined
    if (this.#strangers.size >= MOST_STRANGERS_IN_ALL) [first] = this.#strangers
    if (first) this.#end(first, CLOSE_TRY_LATER, 'try again later')
    this.#strangers.add(connection)
  }

  /** Says whose a socket is; false where the session has as many as it may have. */
  signIn(connection: Connection, signedIn: SignedIn): boolean {
    const own = this.#bySession.get(signedIn.sessionId)
    if (own && own.size >= MOST_PER_SESSION && !own.has(connection)) return false
    if (own?.has(connection)) {
      // Only whether somebody is still here: nobody has come.
      connection.signedIn = signedIn
      return true
    }
    this.#forget(connection)
    connection.signedIn = signedIn
    addTo(this.#bySession, signedIn.sessionId, connection)
    if (addTo(this.#byUser, signedIn.id, connection) === 1) this.#watch?.came(signedIn.id)
    return true
  }

  /** Leaves out a socket that was closed, or is about to be. */
  remove(connection: Connection): void {
    this.#forget(connection)
    connection.signedIn = null
  }

  /** Everybody, strangers first. */
  *all(): Iterable<Connection> {
    yield* this.#strangers
    yield* this.people()
  }

  /** Those who have said who they are. */
  *people(): Iterable<Connection> {
    for (const own of this.#bySession.values()) yield* own
  }

  ofUser(userId: string): Iterable<Connection> {
    return this.#byUser.get(userId) ?? []
  }

  *ofSessions(sessionIds: Iterable<string>): Iterable<Connection> {
    for (const id of sessionIds) yield* this.#bySession.get(id) ?? []
  }

  sessionIds(): string[] {
    return [...this.#bySession.keys()]
  }

  /** Of one person. */
  sessionsOf(userId: string): string[] {
    const ids = Array.from(this.ofUser(userId), ({ signedIn }) => signedIn!.sessionId)
    return [...new Set(ids)]
  }

  userIds(): string[] {
    return [...this.#byUser.keys()]
  }

  /** Closes all sockets of a session at once; what it sent and was not answered is not looked at any more. */
  endSession(sessionId: string): void {
    for (const connection of this.ofSessions([sessionId])) {
      this.#end(connection, CLOSE_UNAUTHORIZED, 'session ended')
    }
  }

  #end(connection: Connection, code: number, reason: string): void {
    this.remove(connection)
    connection.socket.close(code, reason)
  }

  #forget(connection: Connection): void {
    this.#strangers.delete(connection)
    const { signedIn } = connection
    if (!signedIn) return
    removeFrom(this.#bySession, signedIn.sessionId, connection)
    if (removeFrom(this.#byUser, signedIn.id, connection) === 0) this.#watch?.left(signedIn.id)
  }
}

function addTo(index: Map<string, Set<Connection>>, key: string, connection: Connection): number {
  const found = index.get(key) ?? new Set()
  index.set(key, found.add(connection))
  return found.size
}

/** How many are left; undefined where it was none of them. */
function removeFrom(
  index: Map<string, Set<Connection>>,
  key: string,
  connection: Connection,
): number | undefined {
  const found = index.get(key)
  if (!found?.delete(connection)) return undefined
  if (found.size === 0) index.delete(key)
  return found.size
}

/** Sends a frame, or drops whoever does not read. */
export function sendFrame(connection: Connection, frame: ServerFrame): void {
  sendText(connection, JSON.stringify(frame))
}

/** The same for a frame that many get. */
export function sendText({ socket }: Connection, text: string): void {
  if (socket.bufferedAmount > MOST_BUFFERED_BYTES) return socket.terminate()
  socket.send(text)
}
