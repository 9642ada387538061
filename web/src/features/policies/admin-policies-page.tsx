import type { AdminAcknowledgment, OutstandingAcknowledgment } from '@frontdesk/contract/policies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, PenLine } from 'lucide-react'
import { useState } from 'react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { download } from '#web/lib/call.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { type Column, CursorPager, DataTable, TABLE_PAGE } from '#web/ui/data-table.tsx'
import { EmptyState, NoMatch } from '#web/ui/lists.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Filter } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PersonCell } from '#web/ui/person-cell.tsx'
import { DateTime } from '#web/ui/times.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { AcknowledgmentRecord } from './acknowledgment-record.tsx'
import {
  type AcknowledgmentsQuery,
  acknowledgmentsQuery,
  type OutstandingQuery,
  outstandingQuery,
  policyOptionsQuery,
} from './policies.api.ts'
import { StateBadge, stateLabels } from './policy-badges.tsx'

/** What the address says of the acknowledgments table; empty where it says nothing. */
type RegisterParams = {
  /** Empty for what is acknowledged. */
  view: '' | 'outstanding'
  search: string
  state: string
  policy: string
  sort: string
  order: string
}

type AcknowledgedSort = NonNullable<NonNullable<AcknowledgmentsQuery>['sort']>
type OutstandingSort = NonNullable<NonNullable<OutstandingQuery>['sort']>

const acknowledgedStates = ['current', 'superseded', 'deleted'] as const
const outstandingStates = ['pending', 'overdue'] as const
const acknowledgedSorts: readonly AcknowledgedSort[] = [
  'acknowledged_at',
  'person_name',
  'policy_title',
  'version',
]
const outstandingSorts: readonly OutstandingSort[] = [
  'due_at',
  'person_name',
  'policy_title',
  'version',
]

export function readRegister(raw: Record<string, unknown>): RegisterParams {
  return {
    view: raw.view === 'outstanding' ? 'outstanding' : '',
    search: textOf(raw.search),
    state: textOf(raw.state),
    policy: textOf(raw.policy),
    sort: textOf(raw.sort),
    order: textOf(raw.order),
  }
}

/** What to ask of the server; what the address got wrong is left out. Newest first by default. */
export function acknowledgedQueryOf(params: RegisterParams) {
  const sort = acknowledgedSorts.find((one) => one === params.sort) ?? 'acknowledged_at'
  return {
    ...sharedQueryOf(params),
    state: acknowledgedStates.find((one) => one === params.state),
    sort,
    order: orderOf(params, sort === 'acknowledged_at' ? 'desc' : 'asc'),
  }
}

/** What to ask of the server; what the address got wrong is left out. Soonest due by default. */
export function outstandingQueryOf(params: RegisterParams) {
  return {
    ...sharedQueryOf(params),
    state: outstandingStates.find((one) => one === params.state),
    sort: outstandingSorts.find((one) => one === params.sort) ?? 'due_at',
    order: orderOf(params, 'asc'),
  }
}

function sharedQueryOf({ search, policy }: RegisterParams) {
  return { search: search || undefined, policy_id: policy || undefined }
}

function orderOf({ order }: RegisterParams, otherwise: 'asc' | 'desc') {
  return order === 'asc' || order === 'desc' ? order : otherwise
}

/** Whether anything narrows the table. */
export function isFiltered({ search, state, policy }: RegisterParams): boolean {
  return search !== '' || state !== '' || policy !== ''
}

/** The change that takes all filters away. */
const noFilters = { search: '', state: '', policy: '' }

const views = [
  { value: 'acknowledged', label: 'Acknowledged' },
  { value: 'outstanding', label: 'Outstanding' },
] as const

export function AdminPoliciesPage() {
  usePageTitle('Policies · Admin Panel')
  const { params, change } = useSearchParams(readRegister)
  const Table = params.view === 'outstanding' ? OutstandingTable : AcknowledgedTable
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label="Which acknowledgments"
          options={views}
          value={params.view || 'acknowledged'}
          // States and columns of one view mean nothing in the other.
          onChange={(view) =>
            change({ view: view === 'outstanding' ? view : '', state: '', sort: '', order: '' })
          }
        />
        <ExportButton fetchFile={() => fetchFile(params)} />
      </div>
      <RegisterFilters params={params} onChange={change} />
      <Table key={params.view} params={params} onChange={change} />
    </>
  )
}

const fetchFile = (params: RegisterParams) =>
  params.view === 'outstanding'
    ? download('GET /admin/policies/outstanding.csv', { query: outstandingQueryOf(params) })
    : download('GET /admin/policies/acknowledgments.csv', { query: acknowledgedQueryOf(params) })

type OutstandingTableProps = { params: RegisterParams; onChange: ChangeRegister }

function OutstandingTable({ params, onChange }: OutstandingTableProps) {
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

type AcknowledgedTableProps = { params: RegisterParams; onChange: ChangeRegister }

function AcknowledgedTable({ params, onChange }: AcknowledgedTableProps) {
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

type RegisterFailureProps = { error: Error; onRetry: () => void }

function RegisterFailure({ error, onRetry }: RegisterFailureProps) {
  return (
    <ErrorPanel title="Failed to load policy acknowledgments" onRetry={onRetry}>
      {messageOf(error, 'Please try again.')}
    </ErrorPanel>
  )
}

type NoAcknowledgmentsProps = { params: RegisterParams; onChange: ChangeRegister }

function NoAcknowledgments({ params, onChange }: NoAcknowledgmentsProps) {
  if (isFiltered(params)) {
    return (
      <NoMatch
        title="Nothing matches these filters"
        clearLabel="Clear filters"
        onClear={() => onChange(noFilters)}
      />
    )
  }
  if (params.view === 'outstanding') {
    return (
      <EmptyState icon={BadgeCheck} title="Nothing is outstanding" action={<ToPolicies />}>
        Everybody has acknowledged what is required of them. To ask for more, open a policy and
        press Assign.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={PenLine} title="No Acknowledgments Yet" action={<ToPolicies />}>
      Open a policy and press Assign: as soon as somebody acknowledges it, the sealed record appears
      here.
    </EmptyState>
  )
}

const ToPolicies = () => (
  <ButtonLink to="/policies" variant="secondary">
    Go to the policies
  </ButtonLink>
)

type ChangeRegister = (next: Partial<RegisterParams>, options?: { replace?: boolean }) => void

type RegisterFiltersProps = { params: RegisterParams; onChange: ChangeRegister }

function RegisterFilters({ params, onChange }: RegisterFiltersProps) {
  const { data: policies = [] } = useQuery(policyOptionsQuery)
  const states = params.view === 'outstanding' ? outstandingStates : acknowledgedStates
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[minmax(18rem,1fr)_minmax(0,16rem)_minmax(0,12rem)]">
      <ListSearch
        label="Search people and policies"
        placeholder="Search people and policies…"
        value={params.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="col-span-2 lg:col-span-1"
      />
      <Filter
        label="Policy"
        all="All policies"
        options={policies.map(({ id, title }) => ({ value: id, label: title }))}
        value={params.policy}
        onChange={(policy) => onChange({ policy })}
      />
      <Filter
        label="State"
        all="All states"
        options={states.map((state) => ({ value: state, label: stateLabels[state] }))}
        value={params.state}
        onChange={(state) => onChange({ state })}
      />
    </div>
  )
}
