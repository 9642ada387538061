import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { webDistDir } from '../paths.ts'
import { createAppPage, type PageSettings } from './app-page.ts'
import { matchesEtag } from './etag.ts'
import { pageHeaders, partHeaders } from './headers.ts'

/** What the files of the build don't know: they are the brokerage's. */
interface AppFacts {
  findSettings: () => Promise<PageSettings>
  findManifest: () => Promise<object>
}

/**
 * Serves the built web app: its files, and its one page for every other address, because the browser
 * knows the routes. Without a build (`npm run dev`) there is nothing to serve.
 */
export async function serveWebApp(
  app: FastifyInstance,
  extraHeaders: object,
  { findSettings, findManifest }: AppFacts,
): Promise<void> {
  if (!existsSync(join(webDistDir, 'index.html'))) return
  const headers = { ...pageHeaders, ...extraHeaders }
  const headersOfParts = { ...partHeaders, ...extraHeaders }
  await app.register(fastifyStatic, {
    root: webDistDir,
    preCompressed: true,
    cacheControl: false,
    index: false,
    // A route for each of a thousand files takes a fifth of a start.
    serve: false,
    setHeaders: (response, path) => {
      const sent = isPart(path) ? headersOfParts : headers
      for (const [name, value] of Object.entries(sent)) response.setHeader(name, value)
      response.setHeader('Cache-Control', cachingOf(path))
    },
  })
  const files = await listFiles(webDistDir)
  const sendPage = createAppPage(join(webDistDir, 'index.html'), findSettings)
  app.get('/', async (request, reply) => sendPage(request, reply, headers))
  app.get('/manifest.webmanifest', async (request, reply) => {
    const manifest = JSON.stringify(await findManifest())
    const etag = `"${createHash('sha256').update(manifest).digest('base64url').slice(0, 22)}"`
    reply.headers({ ...headers, ETag: etag, 'Cache-Control': 'no-cache' })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/manifest+json; charset=utf-8').send(manifest)
  })
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const { '*': path } = request.params
    if (files.has(path)) return reply.sendFile(path)
    // Neither a mistyped address of the API nor a file of an older build is a page.
    return /^(api|assets|icons|scim)(\/|$)/.test(path)
      ? reply.callNotFound()
      : sendPage(request, reply, headers)
  })
}

/** All that the build has made, by their paths within it. */
async function listFiles(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Set(
    files.map(({ parentPath, name }) =>
      relative(folder, join(parentPath, name)).replaceAll(sep, '/'),
    ),
  )
}

/** Not a picture, nor the worker that reads PDFs (`.mjs`). */
const isPart = (path: string) =>
  /[\\/]assets[\\/][^\\/]+\.(?:js|css|woff2)(?:\.br|\.gz)?$/.test(path)

/** Names under `assets/` carry a hash of their content. */
function cachingOf(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}
