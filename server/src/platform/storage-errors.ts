import { AppError } from '../http/errors.ts'
import { codeOf } from '../db/error-code.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const AWAY = new Set(
  'EIO EEXIST EROFS EACCES EPERM EMFILE ENFILE ENOENT ENOTDIR EISDIR ESTALE EBUSY ENXIO ENODEV'.split(
    ' ',
  ),
)
/** The sender went away while they were sending. */
const CUT_OFF = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'EPIPE'])

/** There is no room. */
export const storageFull = (cause?: unknown) =>
  because(
    new AppError(
      507,
      'storage_full',
      'There is no room left on the server for this file. Please tell whoever runs it.',
    ),
    cause,
  )

/** Files can neither be read nor written right now. */
export const storageUnavailable = (cause?: unknown) =>
  because(
    new AppError(
      503,
      'storage_unavailable',
      'Files cannot be reached right now. Please try again in a moment.',
      { retryAfter: 5 },
    ),
    cause,
  )

/** Its cause is for the log only. */
function because(error: AppError, cause: unknown): AppError {
  error.cause = cause
  return error
}

/** What a failure of the file system means to a caller; other failures stay as they are. */
export function fromFileSystem(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  if (FULL.has(code)) return storageFull(error)
  if (AWAY.has(code)) return storageUnavailable(error)
  if (CUT_OFF.has(code)) return new AppError(400, 'cut_off', 'The upload broke off')
  return error
}
