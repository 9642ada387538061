import type { AttemptResult } from '@frontdesk/contract/attempts'
import { trainingAction } from '@frontdesk/contract/training-action'
import type { Section, TrainingDetail } from '@frontdesk/contract/trainings'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Quiz } from '#web/features/assessments/quiz.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { BackLink } from '#web/ui/page-header.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'
import { SessionHeader } from './session-header.tsx'
import { SectionStep } from './section-step.tsx'
import { StepHeading } from './step-heading.tsx'
import { sectionProgressQuery, sectionsQuery, takenTrainingQuery } from './taking.api.ts'
import { type Seen, stepToResume, useSteps } from './use-steps.ts'

export function TrainingSessionPage() {
  const { id } = useParams({ from: '/shell/training/$id/session' })
  const navigate = useNavigate()
  const training = useQuery(takenTrainingQuery(id))
  const sections = useQuery(sectionsQuery(id))
  const progress = useQuery(sectionProgressQuery(id))
  usePageTitle(training.data?.training.title)
  const failed = [training, sections, progress].find(({ error, data }) => error && !data)
  if (failed) {
    return (
      <>
        <h1 className="sr-only">Training</h1>
        <ErrorPanel
          title="Failed to load training"
          onGoBack={() => void navigate({ to: '/training' })}
        >
          {messageOf(failed.error, 'Please try again.')}
        </ErrorPanel>
      </>
    )
  }
  if (!training.data || !sections.data || !progress.data) return <SessionSkeleton />
  return (
    <Suspense fallback={<SessionSkeleton />}>
      <Session key={id} detail={training.data} sections={sections.data} seen={progress.data} />
    </Suspense>
  )
}

type SessionProps = { detail: TrainingDetail; sections: Section[]; seen: Seen }

function Session({ detail: { training, progress }, sections, seen }: SessionProps) {
  const navigate = useNavigate()
  const hasQuiz = progress.questions > 0
  const isReview = trainingAction(progress) === 'review'
  const { step, go } = useSteps(() => (isReview ? 0 : stepToResume(sections, seen, hasQuiz)))
  const section = sections[step]
  const leave = (quizResult?: AttemptResult) =>
    void navigate({
      to: '/training/$id',
      params: { id: training.id },
      state: (state) => ({ ...state, quizResult }),
    })
  return (
    <div className="mx-auto max-w-3xl">
      <SessionHeader title={training.title} />
      <div className="max-md:hidden">
        <BackLink to="/training" label="Back" />
      </div>
      <StepHeading
        key={step}
        title={training.title}
        position={section ? step + 1 : null}
        total={sections.length}
        isMoved={step !== go.first}
      />
      {section ? (
        <SectionStep
          key={section.id}
          trainingId={training.id}
          section={section}
          seen={seen.sections.find(({ content_id: id }) => id === section.id)}
          hasQuiz={hasQuiz}
          isLast={step === sections.length - 1}
          onPrevious={step > 0 ? () => go.to(step - 1) : undefined}
          onNext={() => go.to(step + 1)}
          onFinish={() => leave()}
        />
      ) : (
        <QuizStep
          trainingId={training.id}
          hasQuiz={hasQuiz}
          onPass={(result) => leave(result)}
          onGoBack={() => leave()}
        />
      )}
    </div>
  )
}

type QuizStepProps = {
  trainingId: string
  hasQuiz: boolean
  onPass: (result: AttemptResult) => void
  onGoBack: () => void
}

function QuizStep({ trainingId, hasQuiz, onPass, onGoBack }: QuizStepProps) {
  if (!hasQuiz) {
    return (
      <ErrorPanel title="There is nothing in this training yet" onGoBack={onGoBack}>
        Its author has still to write its sections.
      </ErrorPanel>
    )
  }
  return <Quiz taken={{ trainingId }} onPass={onPass} onGoBack={onGoBack} />
}

function SessionSkeleton() {
  return (
    <div className="mx-auto max-w-3xl" aria-busy="true">
      <Skeleton className="mb-3 h-4 w-20" />
      <Skeleton className="mb-10 h-8 w-2/3" />
      <SkeletonLines lines={8} />
    </div>
  )
}
