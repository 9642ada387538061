import { isUnknown, messageOf } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'

/** Tells why a process isn't shown, on the page that is shown instead. */
export function sayLoadFailure(error: Error) {
  toast.error(
    isUnknown(error)
      ? 'Process not found'
      : `Failed to load process: ${messageOf(error, 'please try again.')}`,
  )
}
