import type { AdminUserDetail } from '@frontdesk/contract/admin-users'
import type { OwnSession } from '@frontdesk/contract/profile'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { SessionRow } from './session-row.tsx'
import { sessionsOfQuery, useEndSessionOf, useEndSessionsOf } from './admin-users.api.ts'

type PersonSessionsProps = { person: Pick<AdminUserDetail, 'id' | 'name' | 'first_name'> }

export function PersonSessions({ person }: PersonSessionsProps) {
  const { data: sessions, error, refetch } = useQuery(sessionsOfQuery(person.id))
  return (
    <Section title="Signed in on">
      {!sessions && error && (
        <ErrorPanel title="Failed to load sessions" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
      {!sessions && !error && <SkeletonLines lines={2} />}
      {sessions?.length === 0 && <p className="text-muted">Signed in nowhere at the moment.</p>}
      {sessions && sessions.length > 0 && (
        <div className="grid gap-4">
          <ul
            aria-label="Sessions"
            className="divide-y divide-line rounded-lg border border-line bg-surface"
          >
            {sessions.map((session) => (
              <SessionLine key={session.id} userId={person.id} session={session} />
            ))}
          </ul>
          <EndAll person={person} />
        </div>
      )}
    </Section>
  )
}

function SessionLine({ userId, session }: { userId: string; session: OwnSession }) {
  return <SessionRow session={session} ending={useEndSessionOf(userId)} />
}

function EndAll({ person: { id, name } }: PersonSessionsProps) {
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const ending = useEndSessionsOf(id)
  const end = async () => {
    try {
      await ending.mutateAsync()
      toast.success(`${name} is signed out everywhere.`)
    } catch {
      // The panel below says why.
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      {isAsking ? (
        <ConfirmBox
          question={`Sign ${name} out everywhere?`}
          confirmLabel="Sign out"
          busy={ending.isPending}
          busyLabel="Signing out…"
          onConfirm={() => void end()}
          onCancel={cancel}
        />
      ) : (
        <Button variant="secondary" icon={LogOut} ref={trigger} onClick={ask}>
          Sign out everywhere
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
