import type { Activity, AdminUserDetail } from '@frontdesk/contract/admin-users'
import { useInfiniteQuery } from '@tanstack/react-query'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { activityOfQuery } from './admin-users.api.ts'

type PersonActivityProps = { person: Pick<AdminUserDetail, 'id'> }

/** What the audit trail has of a person: what they did, and what was done to their account. */
export function PersonActivity({ person }: PersonActivityProps) {
  const query = useInfiniteQuery(activityOfQuery(person.id))
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
            <EventLine key={event.id} event={event} userId={person.id} />
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

function EventLine({ event, userId }: { event: Activity; userId: string }) {
  const byOther = event.actor_id !== userId && event.actor_name !== null
  const about = event.item_id === userId ? null : event.item_title
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5 sm:px-5">
      <span className="min-w-0 grow basis-64 wrap-anywhere">
        <span className="font-medium">{wordsOf(event.action)}</span>
        {about && <span className="text-muted"> · {about}</span>}
        {byOther && <span className="text-muted"> · by {event.actor_name}</span>}
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

/** `policy.acknowledged` as `Policy acknowledged`: the trail's own words read well enough. */
function wordsOf(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
