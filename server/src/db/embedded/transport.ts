import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { platform } from 'node:process'
import { readPostmaster } from './processes.ts'
import { openSocketFolder } from './socket-path.ts'

/** Part of the socket's file name; no TCP port is opened. */
const SOCKET_PORT = 5432

/** Where a client connects. Exactly what `new pg.Pool(...)` takes. */
export interface EmbeddedConnection {
  /** The socket's folder; on Windows an address. */
  host: string
  port: number
  user: string
  password?: string
  database: string
  /** Said, because `pg` would else obey `PGSSLMODE`. */
  ssl: false
}

/** How clients reach the server. */
interface Transport {
  address: { host: string; port: number; password?: string }
  /** What the server is started with. */
  settings: Record<string, string>
  close(): void
}

/**
 * How initdb is to let clients in. A unix socket stands in the cluster's own folder, which has mode
 * 0700: who gets there, root or the database's user, needs no password. Windows gets one.
 */
export function authentication(dataDir: string): string[] {
  if (platform !== 'win32') return ['--auth-local=trust', '--auth-host=reject']
  // Where there is one it may be that of a database which is about to be moved.
  if (!existsSync(passwordFile(dataDir))) {
    writeFileSync(passwordFile(dataDir), randomBytes(24).toString('base64url'), { mode: 0o600 })
  }
  return ['--auth=scram-sha-256', `--pwfile=${passwordFile(dataDir)}`]
}

/** A transport for the server that is about to start on a cluster, or (`running`) runs there. */
export async function openTransport(
  dataDir: string,
  cluster: string,
  { running = false }: { running?: boolean } = {},
): Promise<Transport> {
  if (platform === 'win32') {
    const port = (running && readPostmaster(cluster)?.port) || (await freePort())
    const password = readFileSync(passwordFile(dataDir), 'utf8')
    return {
      address: { host: '127.0.0.1', port, password },
      settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
      close: () => {},
    }
  }
  const folder = openSocketFolder(cluster)
  return {
    address: { host: folder.path, port: SOCKET_PORT },
    // `.` is the cluster's folder, where the server stands: any depth of path is short enough, and
    // no folder on the way has to let the database's user in.
    settings: { listen_addresses: '', port: String(SOCKET_PORT), unix_socket_directories: '.' },
    close: () => folder.close(),
  }
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
