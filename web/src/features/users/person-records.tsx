import type { AdminUserDetail } from '@frontdesk/contract/admin-users'
import type { AuditEvent } from '@frontdesk/contract/audit'
import type { Obligation } from '@frontdesk/contract/obligations'
import type { OwnSession } from '@frontdesk/contract/profile'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ClipboardList, LogOut } from 'lucide-react'
import { AuditSentence, whoDid } from '#web/features/audit/audit-sentence.tsx'
import { activityQuery } from '#web/features/audit/audit.api.ts'
import { obligationsQuery } from '#web/features/obligations/obligations.api.ts'
import { registerColumns } from '#web/features/obligations/register-columns.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { ConfirmBox, useSecondStep } from '#web/ui/confirm.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { CallFailure, ErrorPanel, LoadState } from '#web/ui/error-panel.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { sessionsOfQuery, useEndSessionOf, useEndSessionsOf } from './admin-users.api.ts'
import { SessionRow } from './session-row.tsx'

const SHOWN = 10
// Whose they are stands above: the titles have that room.
const columns = registerColumns('everybody', { titleClasses: 'rows:min-w-24 rows:max-w-96' })
  .filter(({ key }) => key !== 'user_name')
  .map((column) => ({ ...column, sortable: false }))

/** What one person must do, by due date, and then what they had to and have done, the latest first. */
export function PersonObligations({ personId }: { personId: string }) {
  const of = { user_id: personId, limit: SHOWN }
  const open = useQuery(obligationsQuery('everybody', { ...of, state: 'open', sort: 'due_at' }))
  const query = useQuery(obligationsQuery('everybody', { ...of, sort: 'opens_at', order: 'desc' }))
  const asked: Obligation[] = open.data?.data ?? []
  const past = (query.data?.data ?? []).filter(({ id }) => !asked.some((row) => row.id === id))
  const error = open.error ?? query.error
  return (
    <Section
      title="Obligations"
      description="What is asked of them, the most urgent first, and then what was."
      actions={
        query.data?.nextCursor && (
          <ButtonLink
            to="/admin/outstanding"
            search={{ person: personId, state: 'all' }}
            variant="secondary"
            size="sm"
          >
            Show all {query.data.total}
          </ButtonLink>
        )
      }
    >
      {error && !(open.data && query.data) ? (
        <ErrorPanel
          title="Failed to load obligations"
          onRetry={() => void Promise.all([open.refetch(), query.refetch()])}
        >
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      ) : (
        <DataTable
          caption="Obligations"
          columns={columns}
          rows={[...asked, ...past]}
          rowKey={({ id }) => id}
          loading={open.isPending || query.isPending}
          empty={
            <EmptyState icon={ClipboardList} title="Nothing was ever asked of them">
              What is required of them stands here.
            </EmptyState>
          }
        />
      )}
    </Section>
  )
}

type PersonActivityProps = { person: Pick<AdminUserDetail, 'id'> }

/** What the audit trail has of a person: what they did, and what was done to their account. */
export function PersonActivity({ person }: PersonActivityProps) {
  const query = useInfiniteQuery(activityQuery(person.id))
  const events = query.data?.pages.flatMap((page) => page.data)
  return (
    <Section title="Activity" description="From the audit trail, newest first.">
      <LoadState
        of={query}
        failure="Failed to load the activity"
        waiting={<SkeletonLines lines={4} />}
      />
      {events?.length === 0 && <p className="text-muted">Nothing yet.</p>}
      {events && events.length > 0 && (
        <ol
          aria-label="Activity"
          className="divide-y divide-line rounded-lg border border-line bg-surface"
        >
          {events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button
            variant="secondary"
            busy={query.isFetchingNextPage}
            busyLabel="Loading…"
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </Section>
  )
}

function EventLine({ event }: { event: AuditEvent }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5 sm:px-5">
      <span className="min-w-0 grow basis-64 wrap-anywhere">
        <span className="font-medium">{whoDid(event)}</span> <AuditSentence event={event} />
      </span>
      <span className="text-sm text-muted">
        {event.browser}, {event.ip}
      </span>
      <RelativeTime
        iso={event.happened_at}
        className="w-32 text-sm whitespace-nowrap text-muted sm:text-end"
      />
    </li>
  )
}

type PersonSessionsProps = { person: Pick<AdminUserDetail, 'id' | 'name' | 'first_name'> }

export function PersonSessions({ person }: PersonSessionsProps) {
  const { data: sessions, error, refetch } = useQuery(sessionsOfQuery(person.id))
  return (
    <Section title="Signed in on">
      <LoadState
        of={{ data: sessions, error, refetch }}
        failure="Failed to load sessions"
        waiting={<SkeletonLines lines={2} />}
      />
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
      <CallFailure of={ending} title="Failed to end the sessions" brief />
    </div>
  )
}
