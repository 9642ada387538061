import { TRAINING_CATEGORIES, UNKNOWN_CATEGORY } from '@frontdesk/contract/constants'
import { canEditTrainings } from '@frontdesk/contract/permissions'
import type { ListedTraining, Training } from '@frontdesk/contract/trainings'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  Archive,
  ArchiveRestore,
  CircleCheck,
  ClipboardCheck,
  GraduationCap,
  Library,
  PenLine,
  Plus,
} from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { DraftsLink } from '#web/features/editing/draft-links.tsx'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { formatDate, formatMinutes } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { useUser } from '#web/session/session.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DueLine } from '#web/ui/times.tsx'
import { EmptyState, ListResults, NoMatch } from '#web/ui/lists.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type TrainingFilter, trainingsQuery, useRestoreTraining } from './trainings.api.ts'

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
  return (
    <ListResults
      of={useInfiniteQuery(trainingsQuery(filter))}
      failure="Failed to load trainings"
      waiting={<TrainingListSkeleton />}
      none={<NoTrainings filter={filter} isEditor={isEditor} onClearSearch={onClearSearch} />}
      search={filter.search}
      label="Trainings"
      className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3"
    >
      {(training) => <TrainingCard key={training.id} training={training} isEditor={isEditor} />}
    </ListResults>
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

// Only those who edit need it.
const EditedTraining = late(() => import('./edited-training.tsx'), 'EditedTraining')

type TrainingCardProps = { training: ListedTraining; isEditor: boolean }

function TrainingCard({ training, isEditor }: TrainingCardProps) {
  const { progress } = training
  const canEdit = isEditor && !training.archived_at
  const edited = (part: 'title' | 'category' | 'menu', shown?: ReactNode) =>
    canEdit ? (
      <Suspense fallback={shown}>
        <EditedTraining training={training} part={part}>
          {shown}
        </EditedTraining>
      </Suspense>
    ) : (
      shown
    )
  return (
    <li className="linked-row relative flex min-w-0 flex-col rounded-lg border border-line bg-surface p-(--card-pad) transition-colors hover:border-line-control">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        {(training.category_id || canEdit) &&
          edited(
            'category',
            training.category_id ? (
              <Badge>{categoryName(training.category_id)}</Badge>
            ) : (
              <span className="text-sm text-muted opacity-0 group-hover/cell:opacity-100 group-focus-visible/cell:opacity-100">
                No category
              </span>
            ),
          )}
        {progress.required && <Badge tone="accent">Required</Badge>}
        {training.archived_at && <Badge tone="warning">Archived</Badge>}
        {isEditor && (
          <span className="relative z-1 ml-auto flex items-center">
            {training.archived_at ? (
              <RestoreTraining training={training} />
            ) : (
              <ButtonLink
                to="/training/$id/edit"
                params={{ id: training.id }}
                variant="ghost"
                size="sm"
                icon={PenLine}
                aria-label={`Edit ${training.title}`}
              >
                Edit
              </ButtonLink>
            )}
            {canEdit && edited('menu', <span className="size-8 pointer-coarse:size-10" />)}
          </span>
        )}
      </div>
      <div className="mt-2 flex items-start justify-between gap-1.5">
        <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">
          {edited(
            'title',
            <PathLink to={`/training/${training.id}`} className="row-link rounded-lg">
              {training.title}
            </PathLink>,
          )}
        </h2>
        <FavouriteStar item={{ type: 'trainings', id: training.id, title: training.title }} inRow />
      </div>
      {training.description && (
        <p className="mt-1 line-clamp-2 text-muted">{training.description}</p>
      )}
      <p className="mt-3 text-sm text-muted tabular-nums">{extentOf(training)}</p>
      <div className="mt-auto grid gap-2 pt-4">
        <StandingLine progress={progress} />
        <ProgressLine percent={progress.progress} />
      </div>
    </li>
  )
}

const categoryName = (id: string) =>
  TRAINING_CATEGORIES.find((category) => category.id === id)?.name ?? UNKNOWN_CATEGORY

/** `4 sections · 8 questions · 25 min`. */
function extentOf({
  sections_count: sections,
  questions_count: questions,
  duration,
}: ListedTraining) {
  return [
    `${sections} ${sections === 1 ? 'section' : 'sections'}`,
    questions > 0 && `${questions} ${questions === 1 ? 'question' : 'questions'}`,
    duration > 0 && formatMinutes(duration),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** By when it is due, or that it is done. */
function StandingLine({ progress }: Pick<ListedTraining, 'progress'>) {
  if (progress.due_at) return <DueLine dueAt={progress.due_at} />
  if (!progress.required && progress.completed_at) {
    return (
      <span className="inline-flex items-center gap-1.5 text-sm text-success">
        <CircleCheck className="size-4 shrink-0" aria-hidden="true" />
        Completed {formatDate(progress.completed_at)}
      </span>
    )
  }
  return null
}

function ProgressLine({ percent }: { percent: number }) {
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden="true" className="h-1.5 grow overflow-hidden rounded-full bg-neutral-soft">
        <span
          className="block h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${percent}%` }}
        />
      </span>
      <span className="text-sm text-muted tabular-nums">
        <span className="sr-only">Progress: </span>
        {percent.toFixed(1)}%
      </span>
    </div>
  )
}

/** Puts an archived training back into use. */
function RestoreTraining({ training }: { training: Pick<Training, 'id' | 'title'> }) {
  const restoring = useRestoreTraining()
  const restore = async () => {
    try {
      // Awaited, because the row goes with it.
      await restoring.mutateAsync(training.id)
      toast.success(`“${training.title}” is back`)
    } catch (error) {
      toast.error(failureOf(error, 'Failed to restore training'))
    }
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={ArchiveRestore}
      aria-label={`Restore ${training.title}`}
      busy={restoring.isPending}
      onClick={() => void restore()}
    >
      Restore
    </Button>
  )
}
