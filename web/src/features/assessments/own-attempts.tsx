import type {
  Answer,
  AskedQuestion,
  Attempt,
  AttemptDetail,
  AttemptResult,
  RightAnswers,
} from '@frontdesk/contract/attempts'
import { formatPercent } from '@frontdesk/contract/training-action'
import type { Progress } from '@frontdesk/contract/trainings'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Award, ChevronDown, ChevronUp, CircleCheck, CircleX } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { call, download } from '#web/lib/call.ts'
import { saveAs } from '#web/lib/files.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { useUser } from '#web/session/session.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadState } from '#web/ui/error-panel.tsx'
import { PrintButton } from '#web/ui/print-button.tsx'
import '#web/ui/print-sheet.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { attemptQuery, ownAttemptsQuery } from './assessments.taking.api.ts'
import { AttemptBadge } from './attempt-badges.tsx'
import { Feedback, QuizResult, WrongQuestions } from './quiz-result.tsx'

type OwnAttemptsProps = { testId: string; progress: Progress; showAnswers: boolean }

/** What the person has taken of one test, newest first. */
export function OwnAttempts({ testId, progress, showAnswers }: OwnAttemptsProps) {
  const { data, error, refetch } = useQuery(ownAttemptsQuery(testId))
  if (error && !data)
    return <LoadState of={{ data, error, refetch }} failure="Failed to fetch test attempts" />
  const attempts: ShownAttempt[] = data?.data ?? expectedOf(progress)
  if (attempts.length === 0) return null
  return (
    <section aria-busy={!data}>
      <h2 className="mb-3 text-lg font-semibold">Your attempts</h2>
      <ul
        className={classes(
          'divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface',
          // They keep the place: nothing below moves when the real ones come.
          !data && '*:invisible',
        )}
      >
        {attempts.map((attempt) => (
          <AttemptRow key={attempt.id} attempt={attempt} showAnswers={showAnswers} />
        ))}
      </ul>
    </section>
  )
}

type ShownAttempt = Pick<
  Attempt,
  'id' | 'attempt_number' | 'score' | 'passed' | 'started_at' | 'completed_at'
>

/** What the list will look like, as far as is known before it is here. */
const expectedOf = (progress: Progress): ShownAttempt[] => {
  const { attempts, lastAttemptScore: score, lastAttemptDate: at } = progress
  return Array.from({ length: attempts }, (_, before) => ({
    id: String(before),
    attempt_number: attempts - before,
    score,
    passed: before === 0 && (score ?? 0) >= progress.minPassingScore,
    started_at: at ?? '',
    completed_at: at,
  }))
}

function AttemptRow({ attempt, showAnswers }: { attempt: ShownAttempt; showAnswers: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <li className="tabular-nums">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3">
        <span className="w-24 font-medium">Attempt {attempt.attempt_number}</span>
        <AttemptBadge attempt={attempt} />
        {/* They wrap together: the score stays at the end of its line. */}
        <span className="flex grow basis-56 items-center justify-between gap-x-6">
          <span className="text-sm text-muted">
            {formatDateTime(attempt.completed_at ?? attempt.started_at)}
          </span>
          {attempt.score !== null && <span>{formatPercent(attempt.score)}</span>}
        </span>
        {showAnswers && attempt.passed && (
          <Button
            size="sm"
            variant="secondary"
            icon={isOpen ? ChevronUp : ChevronDown}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide Answers' : 'Show Answers'}
            <span className="sr-only"> of attempt {attempt.attempt_number}</span>
          </Button>
        )}
      </div>
      <div id={id} className="px-4 pb-4 empty:hidden">
        {isOpen && <ReviewOfAttempt id={attempt.id} />}
      </div>
    </li>
  )
}

type PassedResultProps = { result: AttemptResult; showAnswers: boolean }

/** A pass, and what was right where the author lets it be known. */
export function PassedResult({ result, showAnswers }: PassedResultProps) {
  const { attempt_id: id, wrong } = result
  const { data: attempt } = useQuery({
    ...attemptQuery(id),
    enabled: !showAnswers && wrong.length > 0,
  })
  return (
    <>
      <QuizResult result={result}>
        {!showAnswers && attempt && (
          <WrongQuestions wrong={wrong} asked={attempt.questions} feedback={attempt.feedback} />
        )}
      </QuizResult>
      {showAnswers && <ReviewOfAttempt id={id} />}
    </>
  )
}

/** What was right in an attempt that passed; nothing where it may not be known (any more). */
function ReviewOfAttempt({ id }: { id: string }) {
  const { data: attempt, error, refetch } = useQuery(attemptQuery(id))
  if (error && !attempt)
    return <LoadState of={{ data: attempt, error, refetch }} failure="Failed to load answers" />
  if (!attempt) return <CardSkeleton />
  const { correct, passed } = attempt
  return passed && correct ? <AnswerReview attempt={{ ...attempt, correct }} /> : null
}

type AnswerReviewProps = { attempt: AttemptDetail & { correct: RightAnswers } }

/** Question by question what was answered and what was right, on screen and on paper. */
function AnswerReview({ attempt }: AnswerReviewProps) {
  const { questions, answers, correct } = attempt
  const wrong = attempt.wrong ?? []
  const id = useId()
  const right = questions.filter(({ id: one }) => !wrong.includes(one))
  const [earned, possible] = [pointsOf(right), pointsOf(questions)]
  return (
    <section data-print="sheet" aria-labelledby={id} className="min-w-0">
      <PaperHead attempt={attempt} />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={id} className="text-lg font-semibold">
            Answers
          </h2>
          <p className="mt-0.5 text-muted tabular-nums">
            {right.length} of {questions.length} right, {earned} of {points(possible)}
          </p>
        </div>
        <div data-print="no">
          <PrintButton />
        </div>
      </div>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface print:border-0">
        {questions.map((question) => (
          <li key={question.id} className="break-inside-avoid px-(--card-pad) py-5 print:px-0">
            <ReviewedQuestion
              question={question}
              of={questions.length}
              isRight={!wrong.includes(question.id)}
              answer={answers[question.id]}
              correct={correct[question.id]!}
              feedback={attempt.feedback?.[question.id]}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Whose answers these are: on screen the page around them says it. */
function PaperHead({ attempt }: { attempt: AttemptDetail }) {
  const { name } = useUser()
  return (
    <div className="mb-6 hidden print:block">
      <p className="text-xl font-semibold">{attempt.title}</p>
      <p>
        {name}, attempt {attempt.attempt_number}
        {attempt.completed_at !== null && ` on ${formatDate(attempt.completed_at)}`}
        {attempt.score !== null && `, ${formatPercent(attempt.score)}`}
      </p>
    </div>
  )
}

type ReviewedQuestionProps = {
  question: AskedQuestion
  of: number
  isRight: boolean
  answer: Answer | undefined
  correct: RightAnswers[string]
  feedback?: string
}

function ReviewedQuestion(props: ReviewedQuestionProps) {
  const { question, of, isRight, answer, correct, feedback } = props
  const { order, points: worth } = question
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-sm font-normal text-muted tabular-nums">
          Question {order} of {of}
          <span className="sr-only">: {question.question}</span>
        </h3>
        <span className="flex items-center gap-3 text-sm text-muted tabular-nums">
          {isRight ? worth : 0} of {points(worth)}
          <Badge tone={isRight ? 'success' : 'danger'} icon={isRight ? CircleCheck : CircleX}>
            {isRight ? 'Right' : 'Wrong'}
          </Badge>
        </span>
      </div>
      <p aria-hidden="true" className="mt-1 text-lg/snug font-semibold wrap-anywhere">
        {question.question}
      </p>
      <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <Answer name="Your answer" isRight={isRight}>
          <AnswerWords question={question} answer={answer} />
          {isRight && <span className="sr-only">, the right one</span>}
        </Answer>
        {!isRight && (
          <Answer name="Right answer" isRight>
            <AnswerWords question={question} answer={correct} />
          </Answer>
        )}
      </dl>
      {feedback && <Feedback source={feedback} />}
    </>
  )
}

type AnswerWordsProps = {
  question: AskedQuestion
  answer: Answer | RightAnswers[string] | undefined
}

/** An answer in words: what was chosen, in which order, or what was written. */
function AnswerWords({ question, answer }: AnswerWordsProps) {
  const { kind, options } = question
  if (answer === undefined) return 'None'
  if (!Array.isArray(answer)) return typeof answer === 'number' ? options[answer] : answer
  const texts = answer.map((one) => (typeof one === 'number' ? options[one]! : one))
  if (kind === 'text') return texts.join(' or ')
  if (texts.length === 1) return texts[0]
  const List = kind === 'ordering' ? 'ol' : 'ul'
  return (
    <List className={kind === 'ordering' ? 'list-decimal pl-5' : 'list-disc pl-5'}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </List>
  )
}

type AnswerProps = { name: string; isRight: boolean; children: ReactNode }

function Answer({ name, isRight, children }: AnswerProps) {
  const Icon = isRight ? CircleCheck : CircleX
  return (
    <div className="grid gap-x-6 gap-y-0.5 sm:col-span-2 sm:grid-cols-subgrid">
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 gap-2">
        <Icon
          className={classes('mt-1 size-4 shrink-0', isRight ? 'text-success' : 'text-danger')}
          aria-hidden="true"
        />
        <div className={classes('min-w-0 wrap-anywhere', isRight && 'font-medium')}>{children}</div>
      </dd>
    </div>
  )
}

const pointsOf = (questions: AskedQuestion[]) =>
  questions.reduce((sum, question) => sum + question.points, 0)

const points = (count: number) => (count === 1 ? '1 point' : `${count} points`)

/** Downloads the caller's newest certificate of a test or training. */
export function CertificateButton({ testId }: { testId: string }) {
  const fetching = useMutation({
    mutationFn: async () => {
      const certificates = await call('GET /certificates')
      const newest = certificates.find(({ test_id: id }) => id === testId)
      if (!newest) throw new Error('There is no certificate')
      return download('GET /certificates/:id/file', { params: { id: newest.id } })
    },
    onSuccess: ({ blob, filename }) => saveAs(blob, filename),
    onError: (error) => toast.error(failureOf(error, 'Failed to download certificate')),
  })
  return (
    <Button
      variant="secondary"
      icon={Award}
      busy={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      Download Certificate
    </Button>
  )
}
