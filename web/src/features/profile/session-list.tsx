import type { OwnSession } from '@frontdesk/contract/profile'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { SessionRow } from '#web/features/users/session-row.tsx'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { sessionsQuery, useEndOtherSessions, useEndSession } from './profile.api.ts'

export function SessionList() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  return (
    <Section
      title="Where you are signed in"
      description="End what you don’t recognise, and change your password."
    >
      {!sessions && error && (
        <ErrorPanel title="Failed to load your sessions" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
      {!sessions && !error && (
        <div className="rounded-lg border border-line bg-surface p-5" aria-busy="true">
          <SkeletonLines lines={3} />
        </div>
      )}
      {sessions && (
        <div className="grid gap-4">
          <ul
            aria-label="Sessions"
            className="divide-y divide-line rounded-lg border border-line bg-surface"
          >
            {sessions.map((session) => (
              <OwnSessionRow key={session.id} session={session} />
            ))}
          </ul>
          {sessions.length > 1 && <EndOthers />}
        </div>
      )}
    </Section>
  )
}

function OwnSessionRow({ session }: { session: OwnSession }) {
  return <SessionRow session={session} ending={useEndSession()} />
}

function EndOthers() {
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const ending = useEndOtherSessions()
  const end = async () => {
    try {
      // Awaited, because this button goes with the sessions.
      await ending.mutateAsync()
      toast.success('You are signed out everywhere else.')
    } catch {
      // The panel below says why.
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      {isAsking ? (
        <ConfirmBox
          question="Sign out on every other device?"
          confirmLabel="Sign out"
          busy={ending.isPending}
          busyLabel="Signing out…"
          onConfirm={() => void end()}
          onCancel={cancel}
        />
      ) : (
        <Button variant="secondary" icon={LogOut} ref={trigger} onClick={ask}>
          Sign out everywhere else
        </Button>
      )}
      {ending.error && (
        <ErrorPanel onDismiss={() => ending.reset()}>
          {failureOf(ending.error, 'Failed to end the sessions')}
        </ErrorPanel>
      )}
    </div>
  )
}
