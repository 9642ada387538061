import type { AdminAttempt } from '@frontdesk/contract/attempts'
import { formatPercent } from '@frontdesk/contract/training-action'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ClipboardList, Plus, SearchX } from 'lucide-react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { download } from '#web/lib/call.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { type Column, CursorPager, DataTable, TABLE_PAGE } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Filter } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { PersonCell } from '#web/ui/person-cell.tsx'
import { DateTime } from '#web/ui/times.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { attemptsQuery, type AttemptsQuery, testOptionsQuery } from './assessments.taking.api.ts'
import { AttemptBadge } from './attempt-badges.tsx'

export function AdminTestsPage() {
  usePageTitle('Tests · Admin Panel')
  const { params, change } = useSearchParams(readAttempts)
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">Test Attempts</h2>
        <div className="flex flex-wrap gap-2">
          <ExportButton
            fetchFile={() =>
              download('GET /admin/tests/attempts.csv', { query: attemptsQueryOf(params) })
            }
          />
          <ButtonLink to="/admin/tests/add" icon={Plus}>
            Add Test
          </ButtonLink>
        </div>
      </div>
      <AttemptFilters params={params} onChange={change} />
      <AttemptTable params={params} onChange={change} />
    </>
  )
}

type AttemptFiltersProps = {
  params: AttemptsParams
  onChange: (next: Partial<AttemptsParams>, options?: { replace?: boolean }) => void
}

function AttemptFilters({ params, onChange }: AttemptFiltersProps) {
  const { data: tests = [] } = useQuery(testOptionsQuery)
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 xl:grid-cols-[minmax(0,1fr)_16rem_12rem]">
      <ListSearch
        label="Search people and tests"
        placeholder="Search people and tests…"
        value={params.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="col-span-2 xl:col-span-1"
      />
      <Filter
        label="Test"
        all="All tests"
        options={tests.map(({ id, title }) => ({ value: id, label: title }))}
        value={params.test}
        onChange={(test) => onChange({ test })}
      />
      <Filter
        label="State"
        all="All states"
        options={attemptStates}
        value={params.state}
        onChange={(state) => onChange({ state })}
      />
    </div>
  )
}

type AttemptTableProps = {
  params: AttemptsParams
  onChange: (next: Partial<AttemptsParams>) => void
}

/** Everybody's attempts, sorted and paged by the server. */
function AttemptTable({ params, onChange }: AttemptTableProps) {
  const filter = attemptsQueryOf(params)
  const stack = useCursorStack(JSON.stringify(filter))
  const client = useQueryClient()
  const query = useQuery(attemptsQuery({ ...filter, limit: TABLE_PAGE, cursor: stack.cursor }))
  if (query.error && !query.data)
    return <LoadState of={query} failure="Failed to load test attempts" />
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

/** What the address says of the table of attempts; empty where it says nothing. */
type AttemptsParams = {
  search: string
  test: string
  state: string
  sort: string
  order: string
}

const attemptStates = [
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
  { value: 'in_progress', label: 'In Progress' },
] as const

const sorts = [
  'started_at',
  'completed_at',
  'person_name',
  'title',
  'score',
  'attempt_number',
] as const

function readAttempts(raw: Record<string, unknown>): AttemptsParams {
  return {
    search: textOf(raw.search),
    test: textOf(raw.test),
    state: textOf(raw.state),
    sort: textOf(raw.sort),
    order: textOf(raw.order),
  }
}

/** What to ask of the server; what the address got wrong is left out. Newest first by default. */
function attemptsQueryOf({ search, test, state, sort, order }: AttemptsParams) {
  const column = sorts.find((one) => one === sort) ?? 'started_at'
  return {
    search: search || undefined,
    test_id: test || undefined,
    state: attemptStates.find(({ value }) => value === state)?.value,
    sort: column,
    order: order === 'asc' || order === 'desc' ? order : column === 'started_at' ? 'desc' : 'asc',
  } satisfies AttemptsQuery
}
