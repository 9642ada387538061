import type { FastifyInstance } from 'fastify'
import { saysTwice } from '../platform/says-twice.ts'
import { AppError } from './errors.ts'

/**
 * JSON is the only body that is read: anything else is 415, whatever a browser may send without
 * asking first. An empty body is none, because the client sends its content type with every call.
 */
export function readJsonBodiesOnly(app: FastifyInstance, types = ['application/json']): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(types, { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') return done(null, undefined)
    return parse(request, body, (error, value: unknown) =>
      done(error ?? (saysTwice(body, value) ? namedTwice() : null), value),
    )
  })
}

const namedTwice = () => new AppError(400, 'malformed', 'This request says something twice')
