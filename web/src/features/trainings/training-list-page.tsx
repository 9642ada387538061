import { canEditTrainings } from '@frontdesk/contract/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ClipboardCheck, Library, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { DraftsLink } from '#web/features/editing/drafts-link.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { textOf, useSearchParams } from '#web/lib/use-search-params.ts'
import { useUser } from '#web/session/user.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { GrowingList } from '#web/ui/growing-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { NoTrainings } from './no-trainings.tsx'
import { TrainingCard } from './training-card.tsx'
import { TrainingListSkeleton } from './training-list-skeleton.tsx'
import { trainingsQuery, type TrainingFilter } from './trainings.api.ts'

// The list itself does not wait for it.
const SavedFilters = lazy(async () => {
  const { SavedFilters: component } = await import('#web/features/saved-filters/saved-filters.tsx')
  return { default: component }
})

type Shown = 'all' | 'required' | 'archived'

const shownOptions: { value: Shown; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'required', label: 'Required of me' },
  { value: 'archived', label: 'Archived' },
]

const readParams = (raw: Record<string, unknown>) => ({
  search: textOf(raw.search),
  show: (['required', 'archived'] as const).find((one) => one === raw.show),
})

export function TrainingListPage() {
  const isEditor = canEditTrainings(useUser())
  const { params, change } = useSearchParams(readParams)
  const shown = params.show === 'archived' && !isEditor ? 'all' : (params.show ?? 'all')
  const options = shownOptions.filter(({ value }) => isEditor || value !== 'archived')
  return (
    <>
      <PageHeader
        title="Training"
        description="What to learn here, at your own pace, and proof that you did."
        actions={
          <>
            <ButtonLink to="/tests" variant="secondary" icon={ClipboardCheck}>
              Tests
            </ButtonLink>
            {isEditor && (
              <>
                <DraftsLink kind="training" />
                <ButtonLink
                  to="/library"
                  search={{ kind: 'training' }}
                  variant="secondary"
                  icon={Library}
                >
                  Library
                </ButtonLink>
                <ButtonLink to="/training/add" icon={Plus}>
                  Add New Training
                </ButtonLink>
              </>
            )}
          </>
        }
      />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <ListSearch
          label="Search trainings"
          placeholder="Search trainings…"
          value={params.search}
          onChange={(search) => change({ search }, { replace: true })}
          className="max-w-md"
        />
        <div className="flex flex-wrap items-center gap-3">
          <Suspense fallback={<span className="h-10 w-35" />}>
            <SavedFilters list="trainings" />
          </Suspense>
          <SegmentedControl
            label="Which trainings"
            options={options}
            value={shown}
            onChange={(value) => change({ show: value === 'all' ? undefined : value })}
          />
        </div>
      </div>
      <TrainingResults
        filter={{
          search: params.search,
          required: shown === 'required',
          archived: shown === 'archived',
        }}
        isEditor={isEditor}
        onClearSearch={() => change({ search: '' }, { replace: true })}
      />
    </>
  )
}

type TrainingResultsProps = {
  filter: TrainingFilter
  isEditor: boolean
  onClearSearch: () => void
}

function TrainingResults({ filter, isEditor, onClearSearch }: TrainingResultsProps) {
  const query = useInfiniteQuery(trainingsQuery(filter))
  if (!query.data) {
    if (!query.error) return <TrainingListSkeleton />
    return (
      <ErrorPanel title="Failed to load trainings" onRetry={() => void query.refetch()}>
        {messageOf(query.error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  const trainings = query.data.pages.flatMap((page) => page.data)
  const settling = query.isPlaceholderData
  return (
    <>
      <output className="sr-only">
        {filter.search !== '' &&
          !settling &&
          `${trainings.length}${query.hasNextPage ? ' or more' : ''} found`}
      </output>
      {trainings.length === 0 ? (
        <NoTrainings filter={filter} isEditor={isEditor} onClearSearch={onClearSearch} />
      ) : (
        <section aria-label="Trainings" aria-busy={settling}>
          <GrowingList
            className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3"
            count={trainings.length}
            hasMore={query.hasNextPage}
            loadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          >
            {trainings.map((training) => (
              <TrainingCard key={training.id} training={training} isEditor={isEditor} />
            ))}
          </GrowingList>
        </section>
      )}
    </>
  )
}
