import { TRAINING_CATEGORIES, UNKNOWN_CATEGORY } from '@frontdesk/contract/constants'
import { ITEMS } from '@frontdesk/contract/items'
import { canEditTrainings } from '@frontdesk/contract/permissions'
import {
  formatPercent,
  hasNoAttemptsLeft,
  TRAINING_ACTION_LABELS,
  trainingAction,
} from '@frontdesk/contract/training-action'
import type { LinkedItem, Progress, Training, TrainingDetail } from '@frontdesk/contract/trainings'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { Pencil, Play } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { StandingBadge } from '#web/features/assessments/attempt-badges.tsx'
import {
  CertificateButton,
  OwnAttempts,
  PassedResult,
} from '#web/features/assessments/own-attempts.tsx'
import { AskAbout } from '#web/features/chat/ask-about.tsx'
import { DraftNotice } from '#web/features/editing/draft-links.tsx'
import { draftOfItemQuery } from '#web/features/editing/drafts.api.ts'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { LegalHoldLine } from '#web/features/legal-holds/legal-hold-line.tsx'
import { ItemStandingLine } from '#web/features/obligations/item-standing-line.tsx'
import { AssignButton } from '#web/features/requirements/assign-button.tsx'
import { ReviewPanel } from '#web/features/reviews/review-panel.tsx'
import { isUnknown } from '#web/lib/api-error.ts'
import { formatDate, formatMinutes } from '#web/lib/format.ts'
import { ITEM_ICONS } from '#web/lib/item-icons.ts'
import { JUST_NOW_MS } from '#web/lib/query-client.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { MissingPage } from '#web/ui/error-panel.tsx'
import { DueLine } from '#web/ui/times.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { CardSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import { takenTrainingQuery } from './trainings.api.ts'

export function TrainingDetailPage() {
  const { id } = useParams({ from: '/shell/training/$id' })
  const { data, error, refetch } = useQuery({ ...takenTrainingQuery(id), staleTime: JUST_NOW_MS })
  const isEditor = canEditTrainings(useUser())
  // What it says stands above the rest, and would move it.
  const draft = useQuery({ ...draftOfItemQuery(id), enabled: isEditor })
  const isAsked = draft.isLoading && draft.failureCount === 0
  usePageTitle(data?.training.title)
  // What was archived while it was on the screen is gone.
  if (data && !isAsked && !isUnknown(error)) return <OneTraining key={id} detail={data} />
  if (error && !isAsked)
    return (
      <MissingPage
        what="Training"
        error={error}
        whyUnknown="It may have been archived, or the link to it may be incomplete."
        failure="Failed to load training"
        onRetry={() => void refetch()}
        list="/training"
      />
    )
  return (
    <div aria-busy="true" className="max-w-3xl">
      <Skeleton className="mb-8 h-8 w-2/3" />
      <CardSkeleton />
    </div>
  )
}

function OneTraining({ detail }: { detail: TrainingDetail }) {
  const { training, progress, linked } = detail
  const isEditor = canEditTrainings(useUser())
  const { quizResult } = useLocation().state
  return (
    <>
      <PageHeader
        title={training.title}
        description={training.description}
        back={{ to: '/training', label: 'Training' }}
        mark={
          <FavouriteStar item={{ type: 'trainings', id: training.id, title: training.title }} />
        }
        actions={
          <>
            <AskAbout type="training" id={training.id} />
            {isEditor && (
              <AssignButton item={{ type: 'test', id: training.test_id, title: training.title }} />
            )}
            {isEditor && (
              <ButtonLink
                to="/training/$id/edit"
                params={{ id: training.id }}
                variant="secondary"
                icon={Pencil}
              >
                Edit Training
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="grid gap-x-6 gap-y-8 lg:grid-cols-[minmax(0,1fr)_16rem] xl:gap-x-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 content-start gap-8">
          {isEditor && <DraftNotice kind="training" itemId={training.id} />}
          <ItemStandingLine itemId={training.test_id} done="done" />
          {quizResult && <PassedResult result={quizResult} showAnswers={training.show_answers} />}
          <TrainingStanding
            training={training}
            progress={progress}
            action={<TrainingActionButton trainingId={training.id} progress={progress} />}
          />
          <LinkedItems items={linked} />
          {progress.questions > 0 && progress.attempts > 0 && (
            <OwnAttempts
              testId={training.test_id}
              progress={progress}
              showAnswers={training.show_answers}
            />
          )}
        </div>
        <div className="grid content-start gap-4">
          <TrainingFacts training={training} progress={progress} />
          {isEditor && <ReviewPanel item={{ type: 'training', id: training.id }} />}
          <LegalHoldLine of={{ type: 'training', id: training.id, title: training.title }} />
        </div>
      </div>
    </>
  )
}

type TrainingActionButtonProps = { trainingId: string; progress: Progress }

/** The one thing to do next, by the rules that the server knows too. */
function TrainingActionButton({ trainingId, progress }: TrainingActionButtonProps) {
  const reasonId = useId()
  const label = TRAINING_ACTION_LABELS[trainingAction(progress)]
  if (!hasNoAttemptsLeft(progress)) {
    return (
      <ButtonLink to="/training/$id/session" params={{ id: trainingId }} icon={Play}>
        {label}
      </ButtonLink>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button icon={Play} disabled aria-describedby={reasonId}>
        {label}
      </Button>
      <p id={reasonId} className="text-sm text-muted">
        {progress.maxAttempts === 1
          ? 'You have used your attempt.'
          : `You have used all ${progress.maxAttempts} attempts.`}
      </p>
    </div>
  )
}

/** What belongs to a training: policies, processes and documents to open. */
function LinkedItems({ items }: { items: LinkedItem[] }) {
  if (items.length === 0) return null
  return (
    <section className="min-w-0">
      <h2 className="mb-3 text-lg font-semibold">Linked Content</h2>
      <ul className="overflow-hidden rounded-lg border border-line bg-surface">
        {items.map((item) => {
          const Icon = ITEM_ICONS[item.type]
          return (
            <li
              key={item.id}
              className="linked-row relative flex items-center gap-3 px-4 py-3 transition-colors not-last:border-b not-last:border-line hover:bg-hover"
            >
              <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
              <PathLink
                to={ITEMS[item.type].path + item.id}
                className="row-link min-w-0 grow font-medium"
              >
                {item.title}
              </PathLink>
              <span className="text-sm text-muted">{ITEMS[item.type].label}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type TrainingFactsProps = { training: Training; progress: Progress }

/** What a training asks of people. */
function TrainingFacts({ training, progress }: TrainingFactsProps) {
  const category = TRAINING_CATEGORIES.find(({ id }) => id === training.category_id)
  const hasQuiz = progress.questions > 0
  return (
    <section aria-label="About this training" className="min-w-0">
      <dl className="grid divide-y divide-line rounded-lg border border-line bg-surface px-5">
        {training.category_id && <Fact name="Category">{category?.name ?? UNKNOWN_CATEGORY}</Fact>}
        {training.duration > 0 && <Fact name="Duration">{formatMinutes(training.duration)}</Fact>}
        <Fact name="Sections">{training.sections_count}</Fact>
        <Fact name="Questions">{progress.questions}</Fact>
        {hasQuiz && <Fact name="To pass">{progress.minPassingScore}%</Fact>}
        {hasQuiz && <Fact name="Attempts">{attemptsOf(progress)}</Fact>}
        {training.retake_threshold !== null && (
          <Fact name="Renew after">{daysOf(training.retake_threshold)}</Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end font-medium tabular-nums">{children}</dd>
    </div>
  )
}

function attemptsOf({ attempts, maxAttempts }: Progress): string {
  return maxAttempts === 0 ? `${attempts}, no limit` : `${attempts} of ${maxAttempts}`
}

const daysOf = (days: number) => (days === 1 ? '1 day' : `${days} days`)

type TrainingStandingProps = { training: Training; progress: Progress; action: ReactNode }

/** How far the person is, by when it is due, and what to do next. */
function TrainingStanding({ training, progress, action }: TrainingStandingProps) {
  return (
    <Card className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="sr-only">Your progress</h2>
          <StandingBadge progress={progress} />
          {progress.due_at && <DueLine dueAt={progress.due_at} />}
        </div>
        <span className="ml-auto font-medium tabular-nums">{formatPercent(progress.progress)}</span>
      </div>
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-neutral-soft">
        <div className="h-full rounded-full bg-accent" style={{ width: `${progress.progress}%` }} />
      </div>
      <LastAttempt progress={progress} />
      <div className="flex flex-wrap items-center gap-3">
        {action}
        {progress.certificate_code && <CertificateButton testId={training.test_id} />}
      </div>
    </Card>
  )
}

function LastAttempt({ progress }: { progress: Progress }) {
  const { lastAttemptScore: score, lastAttemptDate: date, questions } = progress
  if (questions === 0 || score === null || date === null) return null
  return (
    <p className="text-sm text-muted tabular-nums">
      Last score {formatPercent(score)} on {formatDate(date)}
    </p>
  )
}
