import { isUnknown, messageOf } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'

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
