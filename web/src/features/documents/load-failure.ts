import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'

/** Whether there is no such document; a malformed id in the address is as unknown as any other. */
const isUnknown = (error: Error) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/** Tells why a document isn't shown, on the page that is shown instead. */
export function sayLoadFailure(
  error: Error,
  failure: 'Failed to load document' | 'Failed to fetch document' = 'Failed to load document',
) {
  toast.error(
    isUnknown(error)
      ? 'Document not found'
      : `${failure}: ${messageOf(error, 'please try again.')}`,
  )
}
