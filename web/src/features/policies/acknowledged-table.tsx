import type { AdminAcknowledgment } from '@frontdesk/contract/policies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCursorStack } from '#web/lib/use-cursor-stack.ts'
import { CursorPager, TABLE_PAGE } from '#web/ui/cursor-pager.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { PersonCell } from '#web/ui/person-cell.tsx'
import { DateTime } from '#web/ui/relative-time.tsx'
import { AcknowledgmentRecord } from './acknowledgment-record.tsx'
import { NoAcknowledgments } from './no-acknowledgments.tsx'
import { acknowledgmentsQuery } from './policies.api.ts'
import type { ChangeRegister } from './register-filters.tsx'
import { RegisterFailure } from './register-failure.tsx'
import { acknowledgedQueryOf, type RegisterParams } from './register-params.ts'
import { StateBadge } from './state-badge.tsx'

type AcknowledgedTableProps = { params: RegisterParams; onChange: ChangeRegister }

export function AcknowledgedTable({ params, onChange }: AcknowledgedTableProps) {
  const filter = acknowledgedQueryOf(params)
  const stack = useCursorStack(JSON.stringify(filter))
  const client = useQueryClient()
  const query = useQuery(
    acknowledgmentsQuery({ ...filter, limit: TABLE_PAGE, cursor: stack.cursor }),
  )
  const [opened, setOpened] = useState<AdminAcknowledgment | null>(null)
  if (query.error && !query.data) {
    return <RegisterFailure error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <>
      <DataTable
        caption="Acknowledgments of policies"
        columns={columnsFor(setOpened)}
        rows={query.data?.data ?? []}
        rowKey={(row) => row.id}
        loadPage={async (cursor, limit) =>
          client.fetchQuery(acknowledgmentsQuery({ ...filter, cursor, limit }))
        }
        sort={{ key: filter.sort, order: filter.order }}
        onSort={({ key, order }) => onChange({ sort: key, order })}
        loading={query.isPending || query.isPlaceholderData}
        empty={<NoAcknowledgments params={params} onChange={onChange} />}
      />
      <CursorPager stack={stack} answer={query.data} />
      <AcknowledgmentRecord record={opened} onClose={() => setOpened(null)} />
    </>
  )
}

const columnsFor = (onOpen: (row: AdminAcknowledgment) => void): Column<AdminAcknowledgment>[] => [
  {
    key: 'person_name',
    header: 'Who',
    sortable: true,
    shrinks: 'address',
    cell: (row) => (
      <PersonCell name={row.person_name} email={row.person_email} onOpen={() => onOpen(row)} />
    ),
  },
  { key: 'policy_title', header: 'Policy', sortable: true, cell: (row) => row.policy_title },
  { key: 'version', header: 'Version', sortable: true, cell: (row) => row.version_acknowledged },
  {
    key: 'acknowledged_at',
    header: 'When',
    sortable: true,
    cell: (row) => <DateTime iso={row.acknowledged_at} />,
  },
  { key: 'state', header: 'State', cell: (row) => <StateBadge state={row.state} /> },
]
