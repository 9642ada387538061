import { canEditProcesses } from '@frontdesk/contract/permissions'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Library, ListChecks, Plus, Workflow } from 'lucide-react'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { useUser } from '#web/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ListResults, NoMatch } from '#web/ui/lists.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProcessRow, RunList, RunListSkeleton } from './process-rows.tsx'
import { runsQuery } from './process-runs.api.ts'
import { processesQuery } from './processes.api.ts'

const readParams = (raw: Record<string, unknown>) => ({ search: textOf(raw.search) })

export function ProcessListPage() {
  const isEditor = canEditProcesses(useUser())
  const { params, change } = useSearchParams(readParams)
  return (
    <>
      <PageHeader
        title="Processes"
        description="How we do things here, one step after the other."
        actions={
          <>
            <ButtonLink to="/processes/runs" variant="secondary" icon={ListChecks}>
              Runs
            </ButtonLink>
            {isEditor && (
              <>
                <ButtonLink
                  to="/library"
                  search={{ kind: 'process' }}
                  variant="secondary"
                  icon={Library}
                >
                  Library
                </ButtonLink>
                <ButtonLink to="/processes/add" icon={Plus}>
                  Add New Process
                </ButtonLink>
              </>
            )}
          </>
        }
      />
      <RunsAwaitingYou />
      <ListSearch
        label="Search processes"
        placeholder="Search processes…"
        value={params.search}
        onChange={(search) => change({ search }, { replace: true })}
        className="mb-6 max-w-md"
      />
      <ProcessResults
        search={params.search}
        isEditor={isEditor}
        onClearSearch={() => change({ search: '' }, { replace: true })}
      />
    </>
  )
}

type ProcessResultsProps = { search: string; isEditor: boolean; onClearSearch: () => void }

function ProcessResults({ search, isEditor, onClearSearch }: ProcessResultsProps) {
  return (
    <ListResults
      of={useInfiniteQuery(processesQuery({ search }))}
      failure="Failed to load processes"
      waiting={<ProcessListSkeleton />}
      none={<NoProcesses search={search} isEditor={isEditor} onClearSearch={onClearSearch} />}
      search={search}
      label="All processes"
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      {(process) => <ProcessRow key={process.id} process={process} isEditor={isEditor} />}
    </ListResults>
  )
}

/** Runs with a step that was handed to the person or their role; nothing while there are none. */
function RunsAwaitingYou() {
  const runs = new Set(useUser().pending_steps.map((step) => step.run_id))
  const { data, error } = useQuery(runsQuery({ awaiting_me: 'true', limit: 10 }))
  if (data ? data.data.length === 0 : error || runs.size === 0) return null
  return (
    <section className="mb-8">
      <h2 className="mb-3 text-lg font-semibold">Steps waiting for you</h2>
      {data ? (
        <RunList runs={data.data} namesProcess />
      ) : (
        <RunListSkeleton runs={Math.min(runs.size, 10)} />
      )}
    </section>
  )
}

const titleWidths = ['w-56', 'w-72', 'w-48', 'w-64', 'w-52']

function ProcessListSkeleton() {
  return (
    <div aria-busy="true" className="overflow-hidden rounded-lg border border-line bg-surface">
      <span className="sr-only">Loading processes…</span>
      {titleWidths.map((width) => (
        <div key={width} className="px-4 py-4 not-last:border-b not-last:border-line sm:px-5">
          <Skeleton className={`my-1 h-5 max-w-full ${width}`} />
          <Skeleton className="mt-2.5 h-4 w-full max-w-xl" />
          <Skeleton className="mt-3 h-3.5 w-40 xl:hidden" />
        </div>
      ))}
    </div>
  )
}

type NoProcessesProps = { search: string; isEditor: boolean; onClearSearch: () => void }

function NoProcesses({ search, isEditor, onClearSearch }: NoProcessesProps) {
  if (search !== '') {
    return (
      <NoMatch title={`No process matches “${search}”`} onClear={onClearSearch}>
        Titles, descriptions, categories and the steps themselves were searched.
      </NoMatch>
    )
  }
  return (
    <EmptyState
      icon={Workflow}
      title="No Processes Available"
      action={
        isEditor && (
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink
              to="/library"
              search={{ kind: 'process' }}
              variant="secondary"
              icon={Library}
            >
              Starter Library
            </ButtonLink>
            <ButtonLink to="/processes/add" icon={Plus}>
              Add New Process
            </ButtonLink>
          </div>
        )
      }
    >
      {isEditor
        ? 'Write down the first one as a list of steps, or take one from the library. Anyone can then follow it or start a run.'
        : 'Once the brokerage publishes a process, it appears here.'}
    </EmptyState>
  )
}
