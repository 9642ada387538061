import { useRouter } from '@tanstack/react-router'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

type PolicyMissingProps = { error: Error; onRetry: () => void }

/** Stands where a policy can't be shown. */
export function PolicyMissing({ error, onRetry }: PolicyMissingProps) {
  const router = useRouter()
  const goBack = () => {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: '/policies' })
  }
  if (isUnknown(error)) {
    return (
      <>
        <h1 className="sr-only">Policy</h1>
        <ErrorPanel title="Policy not found" onGoBack={goBack}>
          It may have been deleted, or the link to it may be incomplete.
        </ErrorPanel>
      </>
    )
  }
  return (
    <>
      <h1 className="sr-only">Policy</h1>
      <ErrorPanel title="Failed to fetch policy" onRetry={onRetry} onGoBack={goBack}>
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    </>
  )
}

/** Whether there is no such policy; a malformed id in the address is as unknown as any other. */
export function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
