import type { AttemptResult } from '@frontdesk/contract/attempts'
import { trainingAction } from '@frontdesk/contract/training-action'
import type { Section, TrainingDetail } from '@frontdesk/contract/trainings'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft, X } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { Quiz } from '#web/features/assessments/quiz.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { BackLink } from '#web/ui/page-header.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'
import {
  SectionView,
  type Seen,
  type SeenSection,
  StepHeading,
  stepToResume,
  useSteps,
} from './section-view.tsx'
import {
  saveOpened,
  saveProgress,
  sectionProgressQuery,
  sectionsQuery,
  takenTrainingQuery,
  useSaveProgress,
} from './trainings.api.ts'

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
        <SessionHeader title="Training" />
        <ErrorPanel
          title="Failed to load training"
          onRetry={() =>
            void Promise.all([training, sections, progress].map(({ refetch }) => refetch()))
          }
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
      <SessionHeader title="" />
      <Skeleton className="mb-3 h-4 w-20 max-md:hidden" />
      <Skeleton className="mb-10 h-8 w-2/3" />
      <SkeletonLines lines={8} />
    </div>
  )
}

/** All that stands around a training on a phone: what it is, and the way out. */
function SessionHeader({ title }: { title: string }) {
  return (
    <div className="sticky top-0 z-20 -mx-(--page-gutter) mb-5 flex h-12 items-center gap-3 border-b border-line bg-paper pr-1 pl-(--page-gutter) low:static md:hidden">
      <p aria-hidden="true" className="min-w-0 grow truncate text-sm font-medium">
        {title}
      </p>
      <Link
        to="/training"
        aria-label="Close the training"
        title="Close the training"
        className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:text-ink"
      >
        <X className="size-5" aria-hidden="true" />
      </Link>
    </div>
  )
}

type SectionStepProps = {
  trainingId: string
  section: Section
  seen: SeenSection | undefined
  hasQuiz: boolean
  isLast: boolean
  onPrevious?: () => void
  onNext: () => void
  onFinish: () => void
}

/** One section; going on says that it was seen. */
function SectionStep(props: SectionStepProps) {
  const { trainingId, section, seen, hasQuiz, isLast, onPrevious, onNext, onFinish } = props
  const save = useSaveProgress(trainingId)
  const goOn = isLast && !hasQuiz ? onFinish : onNext
  const markSeen = () => {
    if (!save.isPending)
      save.mutate({ content_id: section.id, completed: true }, { onSuccess: goOn })
  }
  useArrowKeys({ onLeft: onPrevious, onRight: markSeen })
  useEffect(() => saveOpened(trainingId, section.id), [trainingId, section.id])
  return (
    <>
      <div className="rounded-lg border border-line bg-surface p-(--card-pad) sm:p-8">
        <SectionView
          section={section}
          position={seen?.media_position ?? null}
          onPosition={(seconds) => {
            const completed = seen?.completed ?? false
            // Where a video stands may be lost; nothing waits for it.
            void saveProgress(trainingId, {
              content_id: section.id,
              completed,
              media_position: seconds,
            }).catch(() => undefined)
          }}
        />
      </div>
      {save.error && (
        <div className="mt-6">
          <ErrorPanel title="Your progress could not be saved" onDismiss={() => save.reset()}>
            {messageOf(save.error, 'Please try again.')}
          </ErrorPanel>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-between gap-3">
        {onPrevious ? (
          <Button variant="secondary" icon={ArrowLeft} onClick={onPrevious}>
            Previous
          </Button>
        ) : (
          <span />
        )}
        <Button busy={save.isPending} onClick={markSeen}>
          {nextLabel(isLast, hasQuiz)}
        </Button>
      </div>
    </>
  )
}

function nextLabel(isLast: boolean, hasQuiz: boolean): string {
  if (!isLast) return 'Next'
  return hasQuiz ? 'Start Quiz' : 'Finish'
}

/** What arrow keys mean something of its own to. */
const TAKES_ARROWS =
  'input, textarea, select, video, audio, iframe, [contenteditable=true], [role=dialog] *, [role=menu] *, [tabindex="0"]'

type ArrowKeys = { onLeft?: () => void; onRight?: () => void }

/** Hears the arrow keys of the page, where nothing in it takes them for itself. */
function useArrowKeys(keys: ArrowKeys) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.defaultPrevented || event.repeat) return
      if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
      if (target instanceof Element && target.matches(TAKES_ARROWS)) return
      const go = { ArrowLeft: latest.current.onLeft, ArrowRight: latest.current.onRight }[key]
      if (!go) return
      event.preventDefault()
      go()
    }
    globalThis.addEventListener('keydown', press)
    return () => globalThis.removeEventListener('keydown', press)
  }, [])
}
