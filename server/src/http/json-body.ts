import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

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
      if (body === '') return done(null, undefined)
      return parse(request, body, (error, value: unknown) =>
        done(error ?? (membersIn(body) === membersOf(value) ? null : namedTwice()), value),
      )
    },
  )
}

/** Of two values under one name JSON.parse keeps the last, and whoever looked before saw the first. */
const namedTwice = () => new AppError(400, 'malformed', 'This request says something twice')

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

/** How many members the objects in a JSON text have as written: one for each colon outside strings. */
function membersIn(json: string): number {
  let members = 0
  let quoted = false
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at)
    if (char === QUOTE) quoted = !quoted
    else if (quoted && char === BACKSLASH) at += 1
    else if (!quoted && char === COLON) members += 1
  }
  return members
}

/** How many members the objects in a value have. Without recursion, which deep lists would exhaust. */
function membersOf(value: unknown): number {
  let members = 0
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const inner: unknown[] = Object.values(next)
    if (!Array.isArray(next)) members += inner.length
    for (const one of inner) open.push(one)
  }
  return members
}
