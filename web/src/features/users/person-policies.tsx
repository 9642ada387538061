import type { AdminUserDetail } from '@frontdesk/contract/admin-users'
import type { AdminAcknowledgment } from '@frontdesk/contract/policies'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { AcknowledgmentRecord } from '#web/features/policies/acknowledgment-record.tsx'
import { acknowledgmentsQuery, outstandingQuery } from '#web/features/policies/policies.api.ts'
import { StateBadge } from '#web/features/policies/state-badge.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { useCursorStack } from '#web/lib/use-cursor-stack.ts'
import { Section } from '#web/ui/card.tsx'
import { CursorPager } from '#web/ui/cursor-pager.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { DateTime } from '#web/ui/relative-time.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'

/** More than anybody has to acknowledge. */
const ALL = 200
const RECORDS_PAGE = 10

type PersonPoliciesProps = { person: Pick<AdminUserDetail, 'id' | 'first_name'> }

/** What a person has still to acknowledge, and what they have. */
export function PersonPolicies({ person }: PersonPoliciesProps) {
  return (
    <Section title="Policies">
      <div className="grid gap-6">
        <div>
          <h3 className="mb-2.5 font-semibold">To acknowledge</h3>
          <Outstanding userId={person.id} />
        </div>
        <div>
          <h3 className="mb-2.5 font-semibold">Acknowledged</h3>
          <Acknowledged userId={person.id} />
        </div>
      </div>
    </Section>
  )
}

function Outstanding({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(outstandingQuery({ user_id: userId, limit: ALL }))
  if (!data && error) {
    return (
      <ErrorPanel title="Failed to load policies" onRetry={() => void refetch()}>
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  if (!data) return <SkeletonLines lines={2} />
  if (data.data.length === 0) {
    return (
      <p className="flex items-center gap-2 text-muted">
        <CircleCheck className="size-4.5 shrink-0 text-success" aria-hidden="true" />
        Nothing awaits an acknowledgment.
      </p>
    )
  }
  return (
    <ul
      aria-label="To acknowledge"
      className="divide-y divide-line rounded-lg border border-line bg-surface"
    >
      {data.data.map((row) => (
        <li
          key={row.policy_id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5"
        >
          <PathLink
            to={`/policies/${row.policy_id}`}
            className="min-w-40 grow rounded-sm font-medium hover:underline"
          >
            {row.policy_title}
          </PathLink>
          <span className="text-sm text-muted">
            {row.due_at ? `Due ${formatDate(row.due_at)}` : 'No date'}
          </span>
          <StateBadge state={row.state} />
        </li>
      ))}
    </ul>
  )
}

function Acknowledged({ userId }: { userId: string }) {
  const stack = useCursorStack(userId)
  const query = useQuery(
    acknowledgmentsQuery({ user_id: userId, limit: RECORDS_PAGE, cursor: stack.cursor }),
  )
  const [opened, setOpened] = useState<AdminAcknowledgment | null>(null)
  if (query.error && !query.data) {
    return (
      <ErrorPanel
        title="Failed to load policy acknowledgments"
        onRetry={() => void query.refetch()}
      >
        {messageOf(query.error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  return (
    <div>
      <DataTable
        caption="Acknowledgments of this person"
        columns={columnsFor(setOpened)}
        rows={query.data?.data ?? []}
        rowKey={({ id }) => id}
        loading={query.isPending || query.isPlaceholderData}
        empty={
          <EmptyState icon={ScrollText} title="Nothing acknowledged yet">
            What they agree to stands here, with version and time.
          </EmptyState>
        }
      />
      {(query.data?.nextCursor ?? stack.cursor) && (
        <CursorPager stack={stack} answer={query.data} />
      )}
      <AcknowledgmentRecord record={opened} onClose={() => setOpened(null)} />
    </div>
  )
}

const columnsFor = (onOpen: (row: AdminAcknowledgment) => void): Column<AdminAcknowledgment>[] => [
  {
    key: 'policy_title',
    header: 'Policy',
    cell: (row) => (
      <button type="button" onClick={() => onOpen(row)} className="row-link text-start font-medium">
        {row.policy_title}
      </button>
    ),
  },
  { key: 'version', header: 'Version', cell: (row) => row.version_acknowledged },
  {
    key: 'acknowledged_at',
    header: 'When',
    cell: (row) => <DateTime iso={row.acknowledged_at} />,
  },
  { key: 'state', header: 'State', cell: (row) => <StateBadge state={row.state} /> },
]
