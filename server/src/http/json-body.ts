import type { FastifyInstance } from 'fastify'

/**
 * JSON is the only body that is read: anything else is 415, whatever a browser may send without
 * asking first. An empty body is none, because the client sends its content type with every call.
 */
export function readJsonBodiesOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body: string, done) => {
      if (body === '') done(null, undefined)
      else void parse(request, body, done)
    },
  )
}
