import type { OutstandingAcknowledgment } from '@frontdesk/contract/policies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { useCursorStack } from '#web/lib/use-cursor-stack.ts'
import { CursorPager, TABLE_PAGE } from '#web/ui/cursor-pager.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { PersonCell } from '#web/ui/person-cell.tsx'
import { NoAcknowledgments } from './no-acknowledgments.tsx'
import { outstandingQuery } from './policies.api.ts'
import type { ChangeRegister } from './register-filters.tsx'
import { RegisterFailure } from './register-failure.tsx'
import { outstandingQueryOf, type RegisterParams } from './register-params.ts'
import { StateBadge } from './state-badge.tsx'

type OutstandingTableProps = { params: RegisterParams; onChange: ChangeRegister }

export function OutstandingTable({ params, onChange }: OutstandingTableProps) {
  const filter = outstandingQueryOf(params)
  const stack = useCursorStack(JSON.stringify(filter))
  const client = useQueryClient()
  const query = useQuery(outstandingQuery({ ...filter, limit: TABLE_PAGE, cursor: stack.cursor }))
  if (query.error && !query.data) {
    return <RegisterFailure error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <>
      <DataTable
        caption="Policies that still await somebody"
        columns={columns}
        rows={query.data?.data ?? []}
        loadPage={async (cursor, limit) =>
          client.fetchQuery(outstandingQuery({ ...filter, cursor, limit }))
        }
        rowKey={(row) => `${row.policy_id} ${row.user_id}`}
        sort={{ key: filter.sort, order: filter.order }}
        onSort={({ key, order }) => onChange({ sort: key, order })}
        loading={query.isPending || query.isPlaceholderData}
        empty={<NoAcknowledgments params={params} onChange={onChange} />}
      />
      <CursorPager stack={stack} answer={query.data} />
    </>
  )
}

const columns: Column<OutstandingAcknowledgment>[] = [
  {
    key: 'person_name',
    header: 'Who',
    sortable: true,
    shrinks: 'address',
    cell: (row) => <PersonCell name={row.person_name} email={row.person_email} />,
  },
  { key: 'policy_title', header: 'Policy', sortable: true, cell: (row) => row.policy_title },
  {
    key: 'version',
    header: 'Version',
    sortable: true,
    cell: (row) => (
      <>
        {row.version}
        {row.acknowledged_version !== null && (
          <span className="text-sm text-muted"> · agreed to {row.acknowledged_version}</span>
        )}
      </>
    ),
  },
  {
    key: 'due_at',
    header: 'Due',
    sortable: true,
    cell: (row) =>
      row.due_at ? (
        <time
          dateTime={row.due_at}
          title={formatDateTime(row.due_at)}
          className="whitespace-nowrap"
        >
          {formatDate(row.due_at)}
        </time>
      ) : (
        <span className="text-muted">No date</span>
      ),
  },
  { key: 'state', header: 'State', cell: (row) => <StateBadge state={row.state} /> },
]
