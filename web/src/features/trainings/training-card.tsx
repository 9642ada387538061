import { TRAINING_CATEGORIES, UNKNOWN_CATEGORY } from '@frontdesk/contract/constants'
import type { ListedTraining, Training } from '@frontdesk/contract/trainings'
import { ArchiveRestore, CircleCheck, PenLine } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { formatDate, formatMinutes } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DueLine } from '#web/ui/due-line.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useRestoreTraining } from './trainings.api.ts'

// Only those who edit need it.
const EditedTraining = late(() => import('./edited-training.tsx'), 'EditedTraining')

type TrainingCardProps = { training: ListedTraining; isEditor: boolean }

export function TrainingCard({ training, isEditor }: TrainingCardProps) {
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
