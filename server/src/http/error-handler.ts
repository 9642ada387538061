import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BadCursorError } from '../db/page.ts'
import { AppError, fromDatabase, notFound } from './errors.ts'
import { hangUpOnUnread } from './stalled-requests.ts'

/** What the framework's own refusals say to a person. */
const SENTENCES: Record<number, [code: string, sentence: string]> = {
  400: ['malformed', 'This request could not be understood'],
  413: ['too_large', 'This is too large to be sent'],
  414: ['too_large', 'This address is too long'],
  415: ['unsupported_media_type', 'Please send this as application/json'],
}

/** How failures are written where it is not the form of decisions.md, section 5. */
export interface ErrorForm {
  type: string
  statusOf: (error: AppError) => number
  bodyOf: (error: AppError) => object
}

const OURS: ErrorForm = {
  type: 'application/json; charset=utf-8',
  statusOf: ({ status }) => status,
  bodyOf: (error) => error.body(),
}

/** Answers every failure in one shape, with these headers; a 500 never shows its cause. */
export function handleErrors(app: FastifyInstance, headers: object, form = OURS): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) =>
    send(request, reply.headers(headers), { answer: answerOf(error, request), cause: error, form }),
  )
  app.setNotFoundHandler(async (request, reply) =>
    send(request, reply.headers(headers), { answer: notFound(), form }),
  )
}

/** Answers in the same way what is refused before a route is found, such as `/%zz`. */
export function answerUnroutable(headers: object) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void =>
    void send(request, reply.headers(headers), { answer: toAppError(error), form: OURS })
}

/** Few routes read something else than JSON, and say what. */
const OTHER_TYPES = ['application/scim+json', 'application/x-www-form-urlencoded']

function answerOf(error: FastifyError, { server }: FastifyRequest): AppError {
  const answer = toAppError(error)
  const type = OTHER_TYPES.find((other) => server.hasContentTypeParser(other))
  if (error === answer || answer.status !== 415 || !type) return answer
  return new AppError(415, answer.code, `Please send this as ${type}`)
}

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error
  if (isCutOff(error)) return new AppError(400, 'cut_off', 'This request broke off')
  const database = fromDatabase(error)
  if (database) return database
  const status = error instanceof BadCursorError ? 400 : (error.statusCode ?? 500)
  const [code, sentence] = SENTENCES[status] ?? ['malformed', SENTENCES[400]![1]]
  if (status >= 400 && status !== 500) return new AppError(status, code, sentence)
  return new AppError(500, 'internal', 'An unexpected error occurred')
}

/** Node's own words for a sender who hung up; the database's, with the same code, are others. */
const isCutOff = ({ code, message }: FastifyError) => code === 'ECONNRESET' && message === 'aborted'

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, cause, form }: { answer: AppError; cause?: Error; form: ErrorForm },
): Promise<FastifyReply> {
  // What a standard has and this server does not offer is nobody's fault.
  const isFault = answer.status >= 500 && answer.status !== 501
  if (isFault) request.log.error({ err: cause }, answer.operator ?? 'failed')
  hangUpOnUnread(request, reply)
  if (answer.retryAfter !== undefined) reply.header('Retry-After', Math.ceil(answer.retryAfter))
  if (answer.status === 401) reply.header('WWW-Authenticate', challengeOf(request))
  if (answer.headers) reply.headers(answer.headers)
  if (answer.reasonPhrase) reply.raw.statusMessage = answer.reasonPhrase
  return reply
    .code(form.statusOf(answer))
    .header('Cache-Control', 'no-store')
    .type(form.type)
    .serializer(JSON.stringify)
    .send({ ...form.bodyOf(answer), ...(isFault && { request_id: request.id }) })
}

/** How one signs in here (RFC 6750, section 3). No browser opens a window of its own for this scheme. */
function challengeOf({ headers, signedIn }: FastifyRequest): string {
  const isWrong = !signedIn && /^bearer\s/i.test(headers.authorization ?? '')
  return `Bearer realm="Front Desk"${isWrong ? ', error="invalid_token"' : ''}`
}
