import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { webDistDir } from '../paths.ts'
import { createAppPage, type PageSettings } from './app-page.ts'
import { pageHeaders } from './headers.ts'

/**
 * Serves the built web app: its files, and its one page for every other address, because the browser
 * knows the routes. Without a build (`npm run dev`) there is nothing to serve.
 */
export async function serveWebApp(
  app: FastifyInstance,
  extraHeaders: object,
  findSettings: () => Promise<PageSettings>,
): Promise<void> {
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
  const sendPage = createAppPage(join(webDistDir, 'index.html'), findSettings)
  app.get('/', async (request, reply) => sendPage(request, reply, headers))
  // Neither a mistyped address of the API nor a file of an older build is a page.
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) =>
    /^(api|assets)(\/|$)/.test(request.params['*'])
      ? reply.callNotFound()
      : sendPage(request, reply, headers),
  )
}

/** Names under `assets/` carry a hash of their content. */
function cachingOf(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}
