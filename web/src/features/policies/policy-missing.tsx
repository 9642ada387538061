import { canEditPolicies } from '@frontdesk/contract/permissions'
import { useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { isUnknown, messageOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { useUser } from '#web/session/user.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

const ArchivedPolicy = late(() => import('./archived-policy.tsx'), 'ArchivedPolicy')

type PolicyMissingProps = { id: string; error: Error; onRetry: () => void }

/** Stands where a policy can't be shown. */
export function PolicyMissing({ id, error, onRetry }: PolicyMissingProps) {
  const router = useRouter()
  const isEditor = canEditPolicies(useUser())
  const goBack = () => {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: '/policies' })
  }
  if (isUnknown(error)) {
    const unknown = (
      <>
        <h1 className="sr-only">Policy</h1>
        <ErrorPanel title="Policy not found" onGoBack={goBack}>
          It may have been archived, or the link to it may be incomplete.
        </ErrorPanel>
      </>
    )
    // Who may bring it back is told which one it is.
    return isEditor ? (
      <Suspense>
        <ArchivedPolicy id={id}>{unknown}</ArchivedPolicy>
      </Suspense>
    ) : (
      unknown
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
