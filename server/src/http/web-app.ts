import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { webDistDir } from '../paths.ts'
import { pageHeaders } from './headers.ts'

/**
 * Serves the built web app: its files, and its one page for every other address, because the browser
 * knows the routes. Without a build (`npm run dev`) there is nothing to serve.
 */
export async function serveWebApp(app: FastifyInstance, extraHeaders: object): Promise<void> {
  if (!existsSync(join(webDistDir, 'index.html'))) return
  const headers = { ...pageHeaders, ...extraHeaders }
  await app.register(fastifyStatic, {
    root: webDistDir,
    preCompressed: true,
    cacheControl: false,
    index: false,
    wildcard: false,
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      response.setHeader('Cache-Control', cachingOf(path))
    },
  })
  const page = (reply: FastifyReply) => reply.sendFile('index.html')
  app.get('/', (_request, reply) => page(reply))
  // Neither a mistyped address of the API nor a file of an older build is a page.
  app.get<{ Params: { '*': string } }>('/*', (request, reply) =>
    /^(api|assets)(\/|$)/.test(request.params['*']) ? reply.callNotFound() : page(reply),
  )
}

/** Names under `assets/` carry a hash of their content. */
function cachingOf(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}
