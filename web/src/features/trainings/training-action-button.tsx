import {
  hasNoAttemptsLeft,
  TRAINING_ACTION_LABELS,
  trainingAction,
} from '@frontdesk/contract/training-action'
import type { Progress } from '@frontdesk/contract/trainings'
import { Play } from 'lucide-react'
import { useId } from 'react'
import { Button, ButtonLink } from '#web/ui/button.tsx'

type TrainingActionButtonProps = { trainingId: string; progress: Progress }

/** The one thing to do next, by the rules that the server knows too. */
export function TrainingActionButton({ trainingId, progress }: TrainingActionButtonProps) {
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
