import type { ProcessRun } from '@frontdesk/contract/process-runs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ListChecks, SearchX } from 'lucide-react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { DueLine, isOverdue } from '#web/ui/times.tsx'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { type Column, DataTable, Pager } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { runsQuery } from './process-runs.api.ts'
import { ProgressBar, RunStateBadge } from './process-badges.tsx'

export function AdminProcessesPage() {
  usePageTitle('Processes · Admin Panel')
  return (
    <>
      <PageHeader title="Admin Panel" />
      <AdminTabs />
      <RunRegister />
    </>
  )
}

export function ProcessRunsPage() {
  usePageTitle('Runs')
  return (
    <>
      <PageHeader
        title="Runs"
        description="Processes under way, and those that were gone through before."
        back={{ to: '/processes', label: 'Processes' }}
      />
      <RunRegister />
    </>
  )
}

const views = [
  { value: 'in_progress', label: 'In progress' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'ended', label: 'History' },
] as const
type View = (typeof views)[number]['value']

const readParams = (raw: Record<string, unknown>) => ({
  search: textOf(raw.search),
  process: textOf(raw.process),
  view: views.find(({ value }) => value === raw.view)?.value ?? ('' as const),
})

const PAGE = 25

/** All runs as a table: those in progress, and the history. */
function RunRegister() {
  const { params, change } = useSearchParams(readParams)
  const state: View = params.view || 'in_progress'
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label="Which runs"
          options={views}
          value={state}
          onChange={(view) => change({ view: view === 'in_progress' ? '' : view })}
        />
        <ListSearch
          label="Search runs"
          placeholder="Search runs, processes, people…"
          value={params.search}
          onChange={(search) => change({ search }, { replace: true })}
          className="max-w-sm"
        />
      </div>
      <RunTable search={params.search} processId={params.process} state={state} />
    </>
  )
}

type RunTableProps = { search: string; processId: string; state: View }

function RunTable({ search, processId, state }: RunTableProps) {
  const filter = { search: search || undefined, process_id: processId || undefined, state }
  const stack = useCursorStack(JSON.stringify(filter))
  const client = useQueryClient()
  const query = useQuery(runsQuery({ ...filter, limit: PAGE, cursor: stack.cursor }))
  if (query.error && !query.data) return <LoadState of={query} failure="Failed to load runs" />
  const next = query.data?.nextCursor
  return (
    <>
      <DataTable
        caption="Runs of processes"
        columns={state === 'ended' ? endedColumns : openColumns}
        rows={query.data?.data ?? []}
        rowKey={(run) => run.id}
        loadPage={async (cursor, limit) =>
          client.fetchQuery(runsQuery({ ...filter, cursor, limit }))
        }
        rowHref={(run) => `/processes/runs/${run.id}`}
        loading={query.isPending || query.isPlaceholderData}
        empty={<NoRuns search={search} state={state} />}
      />
      {query.data && (query.data.data.length > 0 || stack.page > 1) && (
        <Pager
          page={stack.page}
          hasPrevious={stack.page > 1}
          hasNext={Boolean(next)}
          onPrevious={stack.toPrevious}
          onNext={() => {
            if (next) stack.toNext(next)
          }}
          total={query.data.total ?? undefined}
        />
      )}
    </>
  )
}

const emptyTitles: Record<View, string> = {
  in_progress: 'No run is in progress',
  overdue: 'No run is overdue',
  ended: 'No run has ended yet',
}

function NoRuns({ search, state }: { search: string; state: View }) {
  if (search !== '') return <EmptyState icon={SearchX} title={`No run matches “${search}”`} />
  return (
    <EmptyState
      icon={ListChecks}
      title={emptyTitles[state]}
      action={
        <ButtonLink to="/processes" variant="secondary">
          Go to the processes
        </ButtonLink>
      }
    >
      A run is started from the page of an active process.
    </EmptyState>
  )
}

const commonColumns: Column<ProcessRun>[] = [
  { key: 'title', header: 'Run', shrinks: 'title', cell: (run) => run.title },
  { key: 'process', header: 'Process', shrinks: 'title', cell: (run) => run.process_title },
  { key: 'started_by', header: 'Started by', roomy: true, cell: (run) => run.started_by_name },
]

const openColumns: Column<ProcessRun>[] = [
  ...commonColumns,
  {
    key: 'progress',
    header: 'Progress',
    cell: (run) => (
      <div className="min-w-36">
        <ProgressBar done={run.steps_done} of={run.steps_count} />
      </div>
    ),
  },
  {
    key: 'due_at',
    header: 'Due',
    cell: ({ due_at: dueAt }) => {
      if (!dueAt) return <span className="text-muted">No date</span>
      // Its header says what the date is.
      return isOverdue(dueAt) ? (
        <DueLine dueAt={dueAt} />
      ) : (
        <time dateTime={dueAt} title={formatDateTime(dueAt)}>
          {formatDate(dueAt)}
        </time>
      )
    },
  },
]

const endedColumns: Column<ProcessRun>[] = [
  ...commonColumns,
  {
    key: 'steps',
    header: 'Steps done',
    cell: (run) => `${run.steps_done} of ${run.steps_count}`,
  },
  { key: 'state', header: 'State', cell: (run) => <RunStateBadge run={run} /> },
  { key: 'ended_at', header: 'Ended', cell: (run) => formatDate(run.ended_at) },
]
