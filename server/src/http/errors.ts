import { UNAUTHORIZED } from '@frontdesk/contract/constants'
import type { ErrorBody } from '@frontdesk/contract/fields'
import { codeOf } from '../db/error-code.ts'
import { BusyError } from '../db/turns.ts'

/** An answer other than success: a sentence for people and a stable word for programs. */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly fields?: Record<string, string>
  /** Seconds after which it is worth trying again. */
  readonly retryAfter?: number
  /** Goes into the body beside the error, such as the current version on a conflict. */
  readonly extra?: Record<string, unknown>
  /** Replaces the usual text of the status line. */
  readonly reasonPhrase?: string
  readonly headers?: Record<string, string>
  /** What the log says of it, for whoever runs the server. */
  readonly operator?: string

  constructor(
    status: number,
    code: string,
    message: string,
    more: Partial<
      Pick<AppError, 'fields' | 'retryAfter' | 'extra' | 'reasonPhrase' | 'headers' | 'operator'>
    > = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
    this.extra = more.extra
    this.reasonPhrase = more.reasonPhrase
    this.headers = more.headers
    this.operator = more.operator
  }

  /** What goes over the wire. */
  body(): ErrorBody & Record<string, unknown> {
    return {
      error: this.message,
      code: this.code,
      ...(this.fields && { fields: this.fields }),
      ...this.extra,
    }
  }
}

export const unauthorized = () => new AppError(401, 'unauthorized', UNAUTHORIZED)

export const forbidden = (message = 'You are not allowed to do this') =>
  new AppError(403, 'forbidden', message)

export const notFound = (message = 'Not found') => new AppError(404, 'not_found', message)

export const conflict = (code: string, message: string, extra?: Record<string, unknown>) =>
  new AppError(409, code, message, { extra })

/** A rule of the product that the request breaks; `fields` names the inputs at fault. */
export const unprocessable = (code: string, message: string, fields?: Record<string, string>) =>
  new AppError(422, code, message, { fields })

/** @param retryAfter seconds */
export const tooManyRequests = (message: string, retryAfter: number) =>
  new AppError(429, 'too_many_requests', message, { retryAfter })

/** PostgreSQL's, a pooler's and the network's words for "can't be reached" or "going away": worth trying again. */
const DATABASE_AWAY = new Set(
  `ECONNREFUSED ECONNRESET ECONNABORTED ENOENT EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH
  57P01 57P02 57P03 57P04 57P05 53300 08000 08001 08003 08004 08006 08P01 25P03 25006`.split(/\s+/),
)
const POOL_MESSAGES =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable|Query read timeout/
/** PostgreSQL's own files can't be read or written: a disk that gives errors, or files of it that are gone. */
const DISK_FAILS = new Set(['58000', '58030', '58P01'])
/** Others hold what is needed for too long, or every try lost its race. */
const BUSY = new Set(['55P03', '40001', '40P01'])
/** Memory or another of the server's own limits. */
const OVERLOADED = new Set(['53000', '53200', '53400'])
/** Its words for a value that is no id, no number or no date, such as in a cursor made by hand. */
const NOT_A_VALUE = new Set(['22003', '22007', '22008', '22021', '22P02'])

const PICTURE_GONE = 'A picture in this text is no longer there. Please add it again'

/** What a failure of PostgreSQL means to the caller; null where it means nothing special. */
export function fromDatabase(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null
  const code = codeOf(error)
  if (DATABASE_AWAY.has(code) || POOL_MESSAGES.test(error.message)) {
    return later('database_unavailable', 'The database cannot be reached right now.')
  }
  if (DISK_FAILS.has(code)) {
    return later('database_unavailable', 'The database cannot be reached right now.', {
      operator: "the database's disk gives errors: look after it now, before what is on it is lost",
    })
  }
  if (BUSY.has(code) || error instanceof BusyError) {
    return later('busy', 'Somebody else is working on this right now.', {
      operator: 'somebody waited in vain for others who hold the same in the database',
    })
  }
  if (code === '57014') {
    return later('too_slow', 'This took too long and was stopped.', {
      operator: 'a statement took longer than it may and was stopped',
    })
  }
  if (OVERLOADED.has(code)) {
    return later('overloaded', 'The server has too much to do right now.', {
      operator: 'the database has run out of memory or of another resource',
    })
  }
  if (code === '53100') {
    return new AppError(
      507,
      'storage_full',
      'There is no room left on the server, so nothing was saved. Please tell whoever runs it.',
      { operator: "the database's disk is full: make room, and saving works again at once" },
    )
  }
  if (NOT_A_VALUE.has(code)) {
    return new AppError(400, 'malformed', 'This request could not be understood')
  }
  if (code === 'FD001') return conflict('last_admin', 'The last active admin has to stay an admin')
  if (code === 'FD004') {
    const { column = 'content' } = error as { column?: string }
    return unprocessable('picture_gone', PICTURE_GONE, { [column]: PICTURE_GONE })
  }
  if (code === 'FD003') {
    return conflict(
      'legal_hold',
      'This has to be kept for now, so that nothing of it can be deleted',
    )
  }
  return null
}

const later = (code: string, sentence: string, more: { operator?: string } = {}) =>
  new AppError(503, code, `${sentence} Please try again in a moment.`, { retryAfter: 2, ...more })
