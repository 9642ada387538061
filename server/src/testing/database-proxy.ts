import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { ConnectionSource } from '../db/connect.ts'
import pg from 'pg'

/** Stands between a server and its database, to take the database away. */
export interface DatabaseProxy {
  connection: ConnectionSource
  /** Ends all connections and refuses new ones, until `heal`. */
  cut(): Promise<void>
  heal(): Promise<void>
  /** Says nothing any more, on old connections as on new ones, as a line does that a firewall forgot. */
  fallSilent(): void
  /** Takes new connections again; the old ones stay as silent as they are. */
  speak(): void
}

/** A proxy in front of a database, on a TCP port of its own. */
export async function startDatabaseProxy(source: ConnectionSource): Promise<DatabaseProxy> {
  const { host, port, user, password, database } = new pg.Client(source)
  const upstream = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const sockets = new Set<Socket>()
  let silent = false
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    if (silent) socket.pause()
    else socket.pipe(other)
  }
  const server = createServer((near) => {
    const far = connect(upstream as { path: string })
    keep(near, far)
    keep(far, near)
  })
  const listen = (at: number) =>
    new Promise<void>((resolve) => server.listen(at, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port: ownPort } = server.address() as AddressInfo
  return {
    connection: {
      host: '127.0.0.1',
      port: ownPort,
      user,
      password: password ?? undefined,
      database,
      ssl: false,
    },
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    heal: () => listen(ownPort),
    fallSilent: () => {
      silent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    speak: () => {
      silent = false
    },
  }
}
