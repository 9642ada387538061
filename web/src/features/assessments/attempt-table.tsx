import type { AdminAttempt } from '@frontdesk/contract/attempts'
import { formatPercent } from '@frontdesk/contract/training-action'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ClipboardList, SearchX } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { useCursorStack } from '#web/lib/use-cursor-stack.ts'
import { CursorPager, TABLE_PAGE } from '#web/ui/cursor-pager.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { PersonCell } from '#web/ui/person-cell.tsx'
import { DateTime } from '#web/ui/relative-time.tsx'
import { AttemptBadge } from './attempt-badge.tsx'
import { type AttemptsParams, attemptsQueryOf } from './attempts-params.ts'
import { attemptsQuery } from './assessments.taking.api.ts'

type AttemptTableProps = {
  params: AttemptsParams
  onChange: (next: Partial<AttemptsParams>) => void
}

/** Everybody's attempts, sorted and paged by the server. */
export function AttemptTable({ params, onChange }: AttemptTableProps) {
  const filter = attemptsQueryOf(params)
  const stack = useCursorStack(JSON.stringify(filter))
  const client = useQueryClient()
  const query = useQuery(attemptsQuery({ ...filter, limit: TABLE_PAGE, cursor: stack.cursor }))
  if (query.error && !query.data) {
    return (
      <ErrorPanel title="Failed to load test attempts" onRetry={() => void query.refetch()}>
        {messageOf(query.error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  const isFiltered = params.search !== '' || params.test !== '' || params.state !== ''
  return (
    <>
      <DataTable
        caption="Test attempts"
        columns={columns}
        rows={query.data?.data ?? []}
        rowKey={(row) => row.id}
        loadPage={async (cursor, limit) =>
          client.fetchQuery(attemptsQuery({ ...filter, cursor, limit }))
        }
        sort={{ key: filter.sort, order: filter.order }}
        onSort={({ key, order }) => onChange({ sort: key, order })}
        loading={query.isPending || query.isPlaceholderData}
        empty={
          isFiltered ? (
            <EmptyState icon={SearchX} title="No attempt matches" />
          ) : (
            <EmptyState
              icon={ClipboardList}
              title="Nobody has taken a test yet"
              action={
                <ButtonLink to="/training" variant="secondary">
                  Go to the trainings
                </ButtonLink>
              }
            >
              Assign a training, or add a test: attempts are listed here from the moment somebody
              starts.
            </EmptyState>
          )
        }
      />
      <CursorPager stack={stack} answer={query.data} />
    </>
  )
}

const columns: Column<AdminAttempt>[] = [
  {
    key: 'person_name',
    header: 'Person',
    sortable: true,
    shrinks: 'address',
    cell: (row) => <PersonCell name={row.person_name} email={row.person_email} />,
  },
  {
    key: 'title',
    header: 'Test',
    sortable: true,
    shrinks: 'title',
    cell: (row) => (
      <PathLink
        to={`/admin/tests/${row.test_id}`}
        className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current"
      >
        {row.title}
      </PathLink>
    ),
  },
  { key: 'state', header: 'Status', cell: (row) => <AttemptBadge attempt={row} /> },
  {
    key: 'score',
    header: 'Score',
    sortable: true,
    align: 'end',
    cell: (row) => (row.score === null ? '–' : formatPercent(row.score)),
  },
  {
    key: 'attempt_number',
    header: 'Attempt',
    sortable: true,
    align: 'end',
    roomy: true,
    cell: (row) => row.attempt_number,
  },
  {
    key: 'started_at',
    header: 'Started',
    sortable: true,
    cell: (row) => <Time at={row.started_at} />,
  },
  {
    key: 'completed_at',
    header: 'Completed',
    sortable: true,
    cell: (row) => <Time at={row.completed_at} />,
  },
]

function Time({ at }: { at: string | null }) {
  if (at === null) return '–'
  return <DateTime iso={at} className="text-sm" />
}
