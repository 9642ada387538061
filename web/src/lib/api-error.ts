/** A call that failed; its message is the sentence that a person reads. */
export class ApiError extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** A stable word, such as `edit_conflict`; `unreachable` when no answer came. */
  readonly code: string
  /** Sentences by the name of the field that they belong to. */
  readonly fields?: Record<string, string>
  /** The whole answer, for what an endpoint sends beside the error. */
  readonly body: Record<string, unknown>
  /** Seconds after which it is worth trying again. */
  readonly retryAfter?: number

  constructor(
    message: string,
    status: number,
    body: Record<string, unknown> = {},
    retryAfter?: number,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.code = typeof body.code === 'string' ? body.code : ''
    this.retryAfter = retryAfter
    if (typeof body.fields === 'object' && body.fields !== null) {
      this.fields = Object.fromEntries(
        Object.entries(body.fields).map(([name, text]) => [name, String(text)]),
      )
    }
  }
}

/** Whether there is nothing at an address: no such id, or none that could be one. */
export const isUnknown = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/** The sentence of a failed call, else the given one. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback
}

/**
 * What failed, and why. A server that refuses says it all in its sentence; one that fails, or can't be
 * reached, knows nothing of what was asked of it, so that comes first.
 */
export function failureOf(error: unknown, failure: string): string {
  if (!(error instanceof ApiError) || !error.message || error.message === failure) return failure
  if (error.status > 0 && error.status < 500) return error.message
  return `${failure.replace(/\.$/, '')}. ${error.message}`
}

/** Whether somebody else saved the thing in between (409). */
export const isEditConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'edit_conflict'
