import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

/** A proxy before several nodes, each call to the next of them. */
export interface Haproxy {
  url: string
  kill(): Promise<void>
  start(): Promise<void>
}

/** haproxy without stickiness: whoever asks twice is asked by two nodes. */
export async function startHaproxy(folder: string, nodes: string[]): Promise<Haproxy> {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const file = join(folder, 'haproxy.cfg')
  const servers = nodes.map((url, index) => `  server node${index} ${new URL(url).host}`)
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  # Nobody was asked yet where the connection was refused: another node may be.
  retries 3
  retry-on conn-failure
  option redispatch 1
frontend people
  bind 127.0.0.1:${port}
  default_backend desks
backend desks
  balance roundrobin
  option forwardfor
  option httpchk GET /api/v1/health/ready
  default-server check inter 500ms fastinter 200ms fall 2 rise 1
${servers.join('\n')}
`,
  )
  let child: ChildProcess | undefined
  let ended = Promise.resolve()
  const url = `http://127.0.0.1:${port}`
  const self: Haproxy = {
    url,
    start: async () => {
      const own = spawn('haproxy', ['-db', '-q', '-f', file], {
        env: { PATH: `${env.PATH}:/usr/sbin` },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      child = own
      ended = new Promise((resolve) => own.once('exit', () => resolve()))
      const answers = async () => (await fetch(`${url}/api/v1/health/live`).catch(() => null))?.ok
      for (let tries = 0; !(await answers()); tries += 1) {
        if (tries > 600) throw new Error('haproxy finds no node')
        await delay(50)
      }
    },
    kill: async () => {
      child?.kill('SIGKILL')
      await ended
    },
  }
  await self.start()
  return self
}
