import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process, { env, getuid } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import type { EmbeddedConnection } from '../server/src/db/embedded/transport.ts'

const path = `${env.PATH}:/usr/sbin`

/** Ends the program with one line where PgBouncer is not installed. */
export function requirePgBouncer(): void {
  if (spawnSync('pgbouncer', ['--version'], { env: { PATH: path } }).status === 0) return
  console.log('PgBouncer is not on the PATH: install it, on Debian by `apt-get install pgbouncer`.')
  process.exit(1)
}

export interface Pooler {
  port: number
  end(): void
  kill(): Promise<void>
  start(): Promise<void>
}

/** PgBouncer in transaction mode, on a port and in a folder of its own. */
export async function startPgBouncer(
  ownFolder: string,
  { host, port, user, database }: EmbeddedConnection,
): Promise<Pooler> {
  await mkdir(ownFolder)
  await chmod(ownFolder, 0o777)
  const ownPort = 20_000 + Math.floor(Math.random() * 20_000)
  const file = join(ownFolder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
${database} = host=${host} port=${port} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
server_connect_timeout = 3
server_login_retry = 2
logfile = ${join(ownFolder, 'log')}
pidfile = ${join(ownFolder, 'pid')}
`,
  )
  // It refuses to be root; the folder of the socket lets the database's own user in.
  const asUser = getuid?.() === 0 ? ['-u', 'postgres'] : []
  let child: ChildProcess | undefined
  let ended = Promise.resolve()
  const probe = () =>
    fetch(`http://127.0.0.1:${ownPort}`).then(
      () => true,
      (error: Error & { cause?: { code?: string } }) => error.cause?.code !== 'ECONNREFUSED',
    )
  const self: Pooler = {
    port: ownPort,
    end: () => void child?.kill('SIGKILL'),
    kill: async () => {
      child?.kill('SIGKILL')
      await ended
    },
    start: async () => {
      const own = spawn('pgbouncer', ['-q', ...asUser, file], {
        env: { PATH: path },
        stdio: 'inherit',
      })
      child = own
      ended = new Promise((resolve) => own.once('exit', () => resolve()))
      for (let tries = 0; !(await probe()); tries += 1) {
        if (tries > 100) throw new Error('PgBouncer does not listen')
        await delay(100)
      }
    },
  }
  await self.start()
  return self
}
