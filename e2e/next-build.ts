import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Desk } from './desk.ts'

/** A server before the desk that has another build from `release` on: the same files under another name. */
export async function startNextBuild(desk: Desk) {
  const page = await (await fetch(desk.url)).text()
  const version = /name="front-desk-build" content="(\w+)"/.exec(page)?.[1] ?? ''
  const nextVersion = [...version].toReversed().join('')
  const state = { isNext: false, isWithoutAssets: false }
  const rewritten = async (pathname: string, answer: IncomingMessage, response: ServerResponse) => {
    const named = Buffer.concat(await answer.toArray())
      .toString()
      .replaceAll(version, nextVersion)
    // The next build has no such file: only what the tab has kept is left of it. A page names it too, in the
    // script whose hash is in the page's policy.
    const text =
      pathname === '/sw.js' ? named.replaceAll(/"\/assets\/process-list-page[^"]*",?/g, '') : named
    const {
      'content-length': _length,
      etag: _etag,
      'last-modified': _modified,
      ...headers
    } = answer.headers
    response.writeHead(answer.statusCode ?? 502, headers).end(text)
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', desk.url)
    if (state.isWithoutAssets && pathname.startsWith('/assets/')) {
      response.writeHead(404).end()
      return
    }
    const isBuilt = pathname === '/sw.js' || !/^\/(api|assets|icons)|\.\w+$/.test(pathname)
    const {
      'accept-encoding': _packed,
      'if-none-match': _known,
      'if-modified-since': _since,
      ...plain
    } = request.headers
    const options = { method: request.method, headers: isBuilt ? plain : request.headers }
    const call = ask(`${desk.url}${request.url}`, options, (answer) => {
      if (isBuilt && state.isNext) {
        rewritten(pathname, answer, response).catch(() => response.destroy())
        return
      }
      // Only what the worker keeps is there later, not what the browser happens to.
      const headers = { ...answer.headers, 'cache-control': 'no-store' }
      response.writeHead(answer.statusCode ?? 502, headers)
      answer.pipe(response)
    })
    call.on('error', () => response.destroy())
    request.pipe(call)
  })
  const sockets = new Set<{ destroy: () => unknown }>()
  server.on('upgrade', (request, socket) => {
    sockets.add(socket)
    const line = connect(Number(new URL(desk.url).port), '127.0.0.1', () => {
      const headers = request.rawHeaders.map((part, n) =>
        n % 2 === 0 ? `${part}: ` : `${part}\r\n`,
      )
      line.write(`GET ${request.url} HTTP/1.1\r\n${headers.join('')}\r\n`)
      line.pipe(socket)
      socket.pipe(line)
    })
    line.on('error', () => socket.destroy())
    socket.on('error', () => line.destroy())
  })
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    version,
    nextVersion,
    release: () => {
      state.isNext = true
    },
    loseAssets: () => {
      state.isWithoutAssets = true
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
