import { BlockList, isIPv6 } from 'node:net'
import { report } from 'node:process'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './network.ts'

/** How many connections may be open. */
export interface ConnectionLimits {
  most: number
  /** From one network, so that one alone never has all of them. */
  mostPerNetwork: number
}

/** More than any brokerage opens. */
const MOST = 10_000
/** What a process that serves nobody has open, and what readers of files, mail and buckets open. */
const OWN_DESCRIPTORS = 128
/** A connection, and the file that is sent over it. */
const DESCRIPTORS_EACH = 2
/** Below it nothing works anyway. */
const FEWEST = 16
const NETWORK_SHARE = 0.75

/**
 * As many as leave the database and files what they need, whoever comes.
 * @param descriptors what the system lets this process have open
 * @param poolSize connections to the database
 */
export function connectionLimits(descriptors: number, poolSize: number): ConnectionLimits {
  const left = Math.floor((descriptors - OWN_DESCRIPTORS - poolSize) / DESCRIPTORS_EACH)
  const most = Math.min(MOST, Math.max(FEWEST, left))
  return { most, mostPerNetwork: Math.floor(most * NETWORK_SHARE) }
}

/** `ulimit -n` of this process; Infinity where the system has no such limit, as Windows. */
export function descriptorLimit(): number {
  // Without it the report looks up the names of those who are connected.
  Object.assign(report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Infinity
}

const SOCKET_PATH = '/api/v1/chat/ws'
/** Until then the socket's own rules have ended it, if nobody has signed in over it. */
const SOCKET_PROVEN_AFTER_MS = 40_000
const TOLD_EVERY_MS = 60_000

/**
 * Keeps to the limits. Where one is reached the oldest stranger is hung up on to make room: a
 * connection over which nobody who is signed in has asked for anything. Where there is none, the new
 * one is. Sockets of the chat tell who they are in a frame, which is not seen here: they go last, and
 * are no strangers any more once they have lasted longer than the chat lets strangers.
 * @param proxies everybody comes through these: they are counted in all, and not as one network
 */
export function boundConnections(
  app: FastifyInstance,
  { most, mostPerNetwork }: ConnectionLimits,
  proxies: string[],
): void {
  const everywhere = new Place(most)
  const networks = new Map<string, Place>()
  const placesOf = new WeakMap<Duplex, Place[]>()
  const isProxy = matcherOf(proxies)
  let toldAt = -Infinity

  app.server.on('connection', (socket) => {
    const ip = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    const network = isProxy(ip) ? null : networkOf(ip)
    const places = [everywhere]
    if (network !== null) places.unshift(placeIn(networks, network, mostPerNetwork))
    if (places.some((place) => place.isFull())) tell()
    // The network first: what it gives up makes room among all.
    for (const place of places) {
      if (!place.isFull()) continue
      const stranger = place.oldestStranger()
      if (!stranger) return socket.destroy()
      stranger.destroy()
      // Its `close` comes later, and the next connection may come before.
      forget(stranger)
    }
    for (const place of places) place.add(socket)
    placesOf.set(socket, places)
    socket.once('close', () => {
      forget(socket)
      if (network !== null && networks.get(network)?.isEmpty()) networks.delete(network)
    })
  })
  app.server.on('upgrade', ({ url }, socket) => {
    if (!url?.startsWith(SOCKET_PATH)) return
    for (const place of placesOf.get(socket) ?? []) place.letGoLast(socket)
    const proven = setTimeout(() => know(socket), SOCKET_PROVEN_AFTER_MS).unref()
    socket.once('close', () => clearTimeout(proven))
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.signedIn) know(request.raw.socket)
    done(null, payload)
  })

  function know(socket: Duplex): void {
    for (const place of placesOf.get(socket) ?? []) place.know(socket)
  }

  function forget(socket: Duplex): void {
    for (const place of placesOf.get(socket) ?? []) place.remove(socket)
  }

  function tell(): void {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = performance.now()
    app.log.warn(
      { most, mostPerNetwork },
      'too many connections: the oldest strangers are hung up on',
    )
  }
}

/** The connections of one network, or all of them; sets keep the oldest first. */
class Place {
  readonly #most: number
  readonly #all = new Set<Duplex>()
  readonly #strangers = new Set<Duplex>()
  readonly #strangeSockets = new Set<Duplex>()

  constructor(most: number) {
    this.#most = most
  }

  isEmpty(): boolean {
    return this.#all.size === 0
  }

  isFull(): boolean {
    return this.#all.size >= this.#most
  }

  oldestStranger(): Duplex | undefined {
    const [oldest] = this.#strangers.size > 0 ? this.#strangers : this.#strangeSockets
    return oldest
  }

  add(socket: Duplex): void {
    this.#all.add(socket)
    this.#strangers.add(socket)
  }

  letGoLast(socket: Duplex): void {
    if (this.#strangers.delete(socket)) this.#strangeSockets.add(socket)
  }

  know(socket: Duplex): void {
    this.#strangers.delete(socket)
    this.#strangeSockets.delete(socket)
  }

  remove(socket: Duplex): void {
    this.know(socket)
    this.#all.delete(socket)
  }
}

function placeIn(networks: Map<string, Place>, network: string, most: number): Place {
  const place = networks.get(network) ?? new Place(most)
  networks.set(network, place)
  return place
}

/** @param networks addresses, or networks such as `10.0.0.0/8` */
function matcherOf(networks: string[]): (ip: string) => boolean {
  const list = new BlockList()
  const familyOf = (ip: string) => (isIPv6(ip) ? 'ipv6' : 'ipv4')
  for (const entry of networks) {
    const [address = '', bits] = entry.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (ip) => list.check(ip, familyOf(ip))
}
