import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { apiHeaders } from '../../http/headers.ts'
import { docsContentSecurityPolicy, renderApiDocs } from './api-docs-page.ts'
import { buildOpenApi } from './openapi.ts'

/** The API's description, for machines and for people; each is made when somebody first asks for it. */
export function apiPages(app: FastifyInstance, config: Config, extraHeaders: object): void {
  let document: string | undefined
  let page: string | undefined
  const headers = { ...apiHeaders, ...extraHeaders, 'Cache-Control': 'no-cache' }
  const pageHeaders = { ...headers, 'Content-Security-Policy': docsContentSecurityPolicy }

  app.get('/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(buildOpenApi())
    return reply.headers(headers).type('application/json; charset=utf-8').send(document)
  })

  app.get('/docs', async (_request, reply) => {
    page ??= renderApiDocs(buildOpenApi(), originOf(config))
    return reply.headers(pageHeaders).type('text/html; charset=utf-8').send(page)
  })
}

/** For the example: never as the request says, which anyone may write. */
function originOf({ publicUrl, host, port }: Config): string {
  if (publicUrl) return publicUrl
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port || 3000}`
}
