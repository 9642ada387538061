import type { Section } from '@frontdesk/contract/trainings'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SectionView } from './section-view.tsx'
import { saveOpened, saveProgress, useSaveProgress } from './taking.api.ts'
import { useArrowKeys } from './use-arrow-keys.ts'
import type { SeenSection } from './use-steps.ts'

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
export function SectionStep(props: SectionStepProps) {
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
