import type { AskedQuestion, AttemptResult } from '@frontdesk/contract/attempts'
import { formatPercent, hasNoAttemptsLeft } from '@frontdesk/contract/training-action'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Markdown } from '#web/ui/markdown.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'

type QuizResultProps = {
  result: Pick<AttemptResult, 'score' | 'passed'>
  children?: ReactNode
}

/** What came of an attempt; focus goes to it, so that it is read out. */
export function QuizResult({ result, children }: QuizResultProps) {
  const id = useId()
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const { passed, score } = result
  const Icon = passed ? CircleCheck : CircleX
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby={id}
      className={classes(
        'grid gap-4 rounded-lg border p-(--card-pad)',
        passed ? 'border-success-line bg-success-soft' : 'border-danger-line bg-danger-soft',
      )}
    >
      <div className="flex items-start gap-4">
        <Icon
          className={classes('mt-0.5 size-8 shrink-0', passed ? 'text-success' : 'text-danger')}
          aria-hidden="true"
        />
        <div className="min-w-0">
          <h2 id={id} className="text-sm font-medium text-muted">
            Quiz Results
          </h2>
          <p className="text-xl font-semibold">
            {passed ? 'Congratulations! You passed!' : 'You did not pass.'}
          </p>
          <p className="mt-1 tabular-nums">Your score: {formatPercent(score)}</p>
        </div>
      </div>
      {children}
    </section>
  )
}

type WrongQuestionsProps = {
  wrong: string[]
  asked: AskedQuestion[]
  feedback?: AttemptResult['feedback']
}

/** Which questions to look at again, and what their author says to that; what was right stays with whoever may know it. */
export function WrongQuestions({ wrong, asked, feedback }: WrongQuestionsProps) {
  const questions = asked.filter(({ id }) => wrong.includes(id))
  if (questions.length === 0) return null
  return (
    <div>
      <h3 className="font-medium">
        {questions.length === 1 ? 'One answer was wrong' : `${questions.length} answers were wrong`}
      </h3>
      <ul className="mt-1.5 grid list-disc gap-1 pl-5">
        {questions.map(({ id, question }) => (
          <li key={id} className="wrap-anywhere">
            {question}
            {feedback?.[id] && <Feedback source={feedback[id]} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What a failed result says of the next try. */
export function attemptsLeft({ attempts, max_attempts: most }: AttemptResult): string {
  if (most === 0) return 'You can try as often as you like.'
  if (hasNoAttemptsLeft({ attempts, maxAttempts: most })) {
    return `You have used ${most === 1 ? 'your attempt' : `all ${most} attempts`}. An admin can give you another one.`
  }
  const left = most - attempts
  return left === 1 ? 'You have one attempt left.' : `You have ${left} attempts left.`
}

/** What the author says to a wrong answer. */
export function Feedback({ source }: { source: string }) {
  return (
    <Markdown source={source} className="mt-1 text-base" fallback={<SkeletonLines lines={1} />} />
  )
}
