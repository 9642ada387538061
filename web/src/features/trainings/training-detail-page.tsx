import type { TrainingDetail } from '@frontdesk/contract/trainings'
import { canEditTrainings } from '@frontdesk/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { AskAbout } from '#web/features/chat/ask-about.tsx'
import { DraftNotice } from '#web/features/editing/draft-notice.tsx'
import { draftOfItemQuery } from '#web/features/editing/drafts.api.ts'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { LegalHoldLine } from '#web/features/legal-holds/legal-hold-line.tsx'
import { ItemStandingLine } from '#web/features/obligations/item-standing-line.tsx'
import { ReviewPanel } from '#web/features/reviews/review-panel.tsx'
import { AssignButton } from '#web/features/requirements/assign-button.tsx'
import { OwnAttempts } from '#web/features/assessments/own-attempts.tsx'
import { PassedResult } from '#web/features/assessments/passed-result.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useUser } from '#web/session/user.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CardSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import { LinkedItems } from './linked-items.tsx'
import { TrainingActionButton } from './training-action-button.tsx'
import { TrainingFacts } from './training-facts.tsx'
import { TrainingStanding } from './training-standing.tsx'
import { takenTrainingQuery } from './taking.api.ts'

export function TrainingDetailPage() {
  const { id } = useParams({ from: '/shell/training/$id' })
  const { data, error, refetch } = useQuery(takenTrainingQuery(id))
  const isEditor = canEditTrainings(useUser())
  // What it says stands above the rest, and would move it.
  const draft = useQuery({ ...draftOfItemQuery(id), enabled: isEditor })
  const isAsked = draft.isLoading && draft.failureCount === 0
  usePageTitle(data?.training.title)
  // What was archived while it was on the screen is gone.
  if (data && !isAsked && !isUnknown(error)) return <Training key={id} detail={data} />
  if (error && !isAsked) return <TrainingMissing error={error} onRetry={() => void refetch()} />
  return (
    <div aria-busy="true" className="max-w-3xl">
      <Skeleton className="mb-8 h-8 w-2/3" />
      <CardSkeleton />
    </div>
  )
}

function Training({ detail }: { detail: TrainingDetail }) {
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
            <OwnAttempts testId={training.test_id} showAnswers={training.show_answers} />
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

const isUnknown = (error: Error | null) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

function TrainingMissing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const navigate = useNavigate()
  const goBack = () => void navigate({ to: '/training' })
  return (
    <>
      <h1 className="sr-only">Training</h1>
      {isUnknown(error) ? (
        <ErrorPanel title="Training not found" onGoBack={goBack}>
          It may have been archived, or the link to it may be incomplete.
        </ErrorPanel>
      ) : (
        <ErrorPanel title="Failed to load training" onRetry={onRetry} onGoBack={goBack}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
    </>
  )
}
