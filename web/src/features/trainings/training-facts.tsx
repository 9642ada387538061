import { TRAINING_CATEGORIES, UNKNOWN_CATEGORY } from '@frontdesk/contract/constants'
import type { Progress, Training } from '@frontdesk/contract/trainings'
import type { ReactNode } from 'react'
import { formatMinutes } from '#web/lib/format.ts'

type TrainingFactsProps = { training: Training; progress: Progress }

/** What a training asks of people. */
export function TrainingFacts({ training, progress }: TrainingFactsProps) {
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
