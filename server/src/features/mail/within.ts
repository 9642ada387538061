import { setTimeout as wait } from 'node:timers/promises'

/** It took longer than anybody waits for it. */
export class TooLongError extends Error {
  readonly code = 'ETIMEDOUT'
}

/** The server stops, and waits for nothing that others have to answer. */
export class StoppedError extends Error {}

/**
 * Waits so many seconds for what others do; what comes after that is nobody's to hear.
 * @throws TooLongError, StoppedError where `stopping` says so, or whatever the work throws
 */
export async function within<T>(
  work: Promise<T>,
  seconds: number,
  stopping: AbortSignal,
): Promise<T> {
  const over = new AbortController()
  const either = AbortSignal.any([stopping, over.signal])
  const tooLong = wait(seconds * 1000, undefined, { signal: either }).then(
    (): never => {
      throw new TooLongError(`The mail server took longer than ${seconds} seconds`)
    },
    (): never => {
      throw stopping.aborted ? new StoppedError('The server stops') : new Error('It was in time')
    },
  )
  work.catch(() => undefined)
  tooLong.catch(() => undefined)
  try {
    return await Promise.race([work, tooLong])
  } finally {
    over.abort()
  }
}
