import type { AdminUserDetail } from '@frontdesk/contract/admin-users'
import type { AuditEvent } from '@frontdesk/contract/audit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { activityQuery } from '#web/features/audit/audit.api.ts'
import { AuditSentence, whoDid } from '#web/features/audit/audit-sentence.tsx'

type PersonActivityProps = { person: Pick<AdminUserDetail, 'id'> }

/** What the audit trail has of a person: what they did, and what was done to their account. */
export function PersonActivity({ person }: PersonActivityProps) {
  const query = useInfiniteQuery(activityQuery(person.id))
  const events = query.data?.pages.flatMap((page) => page.data)
  return (
    <Section title="Activity" description="From the audit trail, newest first.">
      {!events && query.error && (
        <ErrorPanel title="Failed to load the activity" onRetry={() => void query.refetch()}>
          {messageOf(query.error, 'Please try again.')}
        </ErrorPanel>
      )}
      {!events && !query.error && <SkeletonLines lines={4} />}
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
