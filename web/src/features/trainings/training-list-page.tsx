import { canEditTrainings } from '@frontdesk/contract/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive, ClipboardCheck, GraduationCap, Library, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { DraftsLink } from '#web/features/editing/drafts-link.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { textOf, useSearchParams } from '#web/lib/use-search-params.ts'
import { useUser } from '#web/session/user.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { GrowingList } from '#web/ui/growing-list.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { TrainingCard } from './training-card.tsx'
import { type TrainingFilter, trainingsQuery } from './trainings.api.ts'

// The list itself does not wait for it.
const SavedFilters = late(
  () => import('#web/features/saved-filters/saved-filters.tsx'),
  'SavedFilters',
)

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

const titleWidths = ['w-44', 'w-56', 'w-36', 'w-52', 'w-48', 'w-40']

function TrainingListSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <span className="sr-only">Loading trainings…</span>
      {titleWidths.map((width) => (
        <div key={width} className="h-52 rounded-lg border border-line bg-surface p-(--card-pad)">
          <Skeleton className="h-6 w-24" />
          <Skeleton className={`mt-4 h-5 max-w-full ${width}`} />
          <Skeleton className="mt-3 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-3/4" />
        </div>
      ))}
    </div>
  )
}

type NoTrainingsProps = { filter: TrainingFilter; isEditor: boolean; onClearSearch: () => void }

function NoTrainings({ filter, isEditor, onClearSearch }: NoTrainingsProps) {
  const { search, required, archived } = filter
  if (search !== '') {
    return (
      <NoMatch title={`No training matches “${search}”`} onClear={onClearSearch}>
        Titles, descriptions, categories and the texts themselves were searched.
      </NoMatch>
    )
  }
  if (required) {
    return (
      <EmptyState icon={GraduationCap} title="Nothing awaits you">
        No training is required of you right now. You may take any of them all the same.
      </EmptyState>
    )
  }
  if (archived) {
    return (
      <EmptyState icon={Archive} title="No archived trainings">
        What is taken out of use is kept here, with its attempts and certificates.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={GraduationCap}
      title="No trainings available at this time."
      action={
        isEditor && (
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink
              to="/library"
              search={{ kind: 'training' }}
              variant="secondary"
              icon={Library}
            >
              Starter Library
            </ButtonLink>
            <ButtonLink to="/training/add" icon={Plus}>
              Add New Training
            </ButtonLink>
          </div>
        )
      }
    >
      {isEditor
        ? 'Write the first one: sections to read or watch, then a quiz. Or take one from the library.'
        : 'Once the brokerage publishes a training, it appears here.'}
    </EmptyState>
  )
}
