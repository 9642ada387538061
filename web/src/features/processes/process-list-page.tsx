import { canEditProcesses } from '@frontdesk/contract/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Library, ListChecks, Plus } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { textOf, useSearchParams } from '#web/lib/use-search-params.ts'
import { useUser } from '#web/session/user.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { GrowingList } from '#web/ui/growing-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { NoProcesses } from './no-processes.tsx'
import { ProcessListSkeleton } from './process-list-skeleton.tsx'
import { ProcessRow } from './process-row.tsx'
import { processesQuery } from './processes.api.ts'
import { RunsAwaitingYou } from './runs-awaiting-you.tsx'

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
  const query = useInfiniteQuery(processesQuery({ search }))
  if (!query.data) {
    if (!query.error) return <ProcessListSkeleton />
    return (
      <ErrorPanel title="Failed to load processes" onRetry={() => void query.refetch()}>
        {messageOf(query.error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  const processes = query.data.pages.flatMap((page) => page.data)
  const settling = query.isPlaceholderData
  return (
    <>
      <output className="sr-only">
        {search !== '' &&
          !settling &&
          `${processes.length}${query.hasNextPage ? ' or more' : ''} found`}
      </output>
      {processes.length === 0 ? (
        <NoProcesses search={search} isEditor={isEditor} onClearSearch={onClearSearch} />
      ) : (
        <section aria-label="All processes" aria-busy={settling}>
          <GrowingList
            className="overflow-hidden rounded-lg border border-line bg-surface"
            count={processes.length}
            hasMore={query.hasNextPage}
            loadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          >
            {processes.map((process) => (
              <ProcessRow key={process.id} process={process} isEditor={isEditor} />
            ))}
          </GrowingList>
        </section>
      )}
    </>
  )
}
