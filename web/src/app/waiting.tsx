import { messageOf } from '#web/lib/api-error.ts'
import { useSession } from '#web/session/session.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** A wait that only shows when it is long enough to be noticed. */
export function Waiting() {
  return (
    <div className="animate-fade-in [animation-delay:250ms] [animation-fill-mode:backwards]">
      <Spinner label="One moment…" />
    </div>
  )
}

/** Until it is known who is looking; where nobody can say so, why, and a way to ask again. */
export function WaitingForSession() {
  const { problem, checkAgain } = useSession()
  if (!problem) return <Waiting />
  return (
    <div className="mx-auto w-full max-w-2xl p-(--page-gutter)">
      <ErrorPanel title="Your sign-in could not be checked" onRetry={checkAgain}>
        {messageOf(problem, 'An unexpected error occurred')}
      </ErrorPanel>
    </div>
  )
}
