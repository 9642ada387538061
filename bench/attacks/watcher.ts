import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What an attacker was answered, counted between them and the server. */
export interface Watched {
  requests: number
  statuses: Map<number, number>
  /** 500, or no answer at all. */
  broken: string[]
  slowest: { ms: number; what: string }
}

/** Stands between a tool and the server and passes everything on as it is; what it counted is taken by `take`. */
export async function startWatcher(target: string) {
  const { hostname, port } = new URL(target)
  let watched = nothing()
  const server = createServer((asked, answer) => {
    const began = performance.now()
    const seen = watched
    const what = `${asked.method} ${asked.url?.slice(0, 300)}`
    const note = (status: number) => {
      seen.requests += 1
      seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1)
      if (status === 500 || status === 0) seen.broken.push(`${status} ${what}`)
      const ms = performance.now() - began
      if (ms > seen.slowest.ms) seen.slowest = { ms, what }
    }
    const { method, url: path, rawHeaders: headers } = asked
    const onward = request({ hostname, port, method, path, headers }, (came) => {
      answer.writeHead(came.statusCode!, came.rawHeaders)
      came.pipe(answer)
      came.on('end', () => note(came.statusCode!))
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      // A tool that hangs up, or says what is no HTTP, is not the server's fault.
      if (error.code === 'ECONNREFUSED') note(0)
      answer.destroy()
    })
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: (): Watched => {
      const taken = watched
      watched = nothing()
      return taken
    },
    end: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const nothing = (): Watched => ({
  requests: 0,
  statuses: new Map(),
  broken: [],
  slowest: { ms: 0, what: '' },
})
