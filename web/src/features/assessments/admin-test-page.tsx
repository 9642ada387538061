import type { Test } from '@frontdesk/contract/assessments'
import type { TestStatistics } from '@frontdesk/contract/attempts'
import type { Question } from '@frontdesk/contract/questions'
import { formatPercent, percentOf } from '@frontdesk/contract/training-action'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Check, ListFilter, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { LegalHoldLine } from '#web/features/legal-holds/legal-hold-line.tsx'
import { AssignButton } from '#web/features/requirements/assign-button.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadState, MissingPage } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { Grants, Waivers } from './allowances.tsx'
import { statisticsQuery, takenTestQuery, writtenQuestionsQuery } from './assessments.taking.api.ts'
import { wholeBankQuery } from './bank.api.ts'

/** How one test does, and what was allowed whom. */
export function AdminTestPage() {
  const { id } = useParams({ from: '/shell/admin/tests/$id' })
  const { data: test, error, refetch } = useQuery(takenTestQuery(id))
  usePageTitle(test && `${test.title} · Admin Panel`)
  if (test) return <TestDesk key={id} test={test} />
  if (!error) return <CardSkeleton />
  return (
    <MissingPage
      what="Test"
      error={error}
      failure="Failed to fetch test data"
      onRetry={() => void refetch()}
      list="/admin/tests"
    />
  )
}

function TestDesk({ test }: { test: Test }) {
  return (
    <>
      <PageHeader
        title={test.title}
        description={test.description}
        back={{ to: '/admin/tests', label: 'Tests' }}
        actions={
          <>
            <AssignButton item={{ type: 'test', id: test.id, title: test.title }} />
            <ButtonLink
              to="/admin/tests"
              search={{ test: test.id }}
              variant="secondary"
              icon={ListFilter}
            >
              Attempts
            </ButtonLink>
            {test.training_id ? (
              <ButtonLink
                to="/training/$id/edit"
                params={{ id: test.training_id }}
                variant="secondary"
                icon={Pencil}
              >
                Edit Training
              </ButtonLink>
            ) : (
              <ButtonLink
                to="/admin/tests/$id/edit"
                params={{ id: test.id }}
                variant="secondary"
                icon={Pencil}
              >
                Edit Test
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Statistics testId={test.id} />
        <div className="grid min-w-0 content-start gap-10">
          <Grants test={test} />
          <Waivers test={test} />
          <LegalHoldLine of={{ type: 'test', id: test.id, title: test.title }} />
        </div>
      </div>
    </>
  )
}

/** A question of the test, or of the bank. */
type Written = Omit<Question, 'test_id' | 'training_id' | 'order' | 'bank_question_id'>
type QuestionFigures = TestStatistics['questions'][number]

/** How each question did: who got it right, what was chosen, whether it tells those who know apart. */
function Statistics({ testId }: { testId: string }) {
  const { data, error, refetch } = useQuery(statisticsQuery(testId))
  const { data: own = [] } = useQuery(writtenQuestionsQuery(testId))
  const draws = data?.questions.some(({ topic }) => topic !== undefined) ?? false
  const { data: ofBank = [] } = useQuery({ ...wholeBankQuery, enabled: draws })
  const written = (id: string) => [...own, ...ofBank].find((one) => one.id === id)
  return (
    <Section title="Questions" description={data && summaryOf(data)}>
      {data && (
        <ol className="grid gap-4">
          {data.questions.map((question, index) => (
            <QuestionCard
              key={question.id}
              question={question}
              written={written(question.id)}
              number={index + 1}
            />
          ))}
        </ol>
      )}
      {data?.questions.length === 0 && (
        <p className="text-muted">This test has no questions yet.</p>
      )}
      <LoadState
        of={{ data, error, refetch }}
        failure="Failed to fetch test data"
        waiting={<CardSkeleton />}
      />
    </Section>
  )
}

function summaryOf({ attempts, passed, average_score: average }: TestStatistics): string {
  if (attempts === 0) return 'Nobody has finished an attempt yet.'
  const count = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  const mean = average === null ? '' : `, ${formatPercent(average)} on average`
  return `${count}, ${formatPercent(percentOf(passed, attempts))} passed${mean}.`
}

type QuestionCardProps = { question: QuestionFigures; written?: Written; number: number }

function QuestionCard({ question, written, number }: QuestionCardProps) {
  const { answered, right, discrimination } = question
  const share = percentOf(right, answered)
  return (
    <li className="rounded-lg border border-line bg-surface p-(--card-pad)">
      <h3 className="font-semibold wrap-anywhere">
        {number}. {question.question}
      </h3>
      {question.topic && (
        <p className="mt-1.5 text-sm text-muted">Drawn at random · {question.topic}</p>
      )}
      <div className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <ChosenOptions question={question} written={written} />
        <dl className="grid content-start gap-3 text-sm tabular-nums">
          <Figure name="Right" value={answered === 0 ? '–' : `${right} of ${answered}`}>
            <Bar share={share} />
          </Figure>
          <Figure
            name="Discrimination"
            value={discrimination === null ? 'Too few attempts' : discrimination.toFixed(2)}
          >
            {discrimination !== null && <DiscriminationScale value={discrimination} />}
          </Figure>
        </dl>
      </div>
    </li>
  )
}

type FigureProps = { name: string; value: string; children: ReactNode }

function Figure({ name, value, children }: FigureProps) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>
        <span className="mb-1 block font-medium">{value}</span>
        {children}
      </dd>
    </div>
  )
}

/** How often each option was chosen; the right one is marked in words too. */
function ChosenOptions({ question, written }: { question: QuestionFigures; written?: Written }) {
  const most = Math.max(1, ...question.chosen)
  if (question.chosen.length === 0) return <WhatIsRight written={written} />
  return (
    <ul className="grid content-start gap-3">
      {question.chosen.map((times, place) => {
        const isRight = rightPlaces(written).includes(place)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- an option is its place
          <li key={place}>
            <span className="flex items-baseline justify-between gap-4 text-sm">
              <span className="min-w-0 wrap-anywhere">
                <span className="mr-2">{written?.options[place] ?? `Option ${place + 1}`}</span>
                {isRight && (
                  <span className="inline-flex items-center gap-1 font-medium whitespace-nowrap text-success">
                    <Check className="size-3.5" aria-hidden="true" />
                    Right
                  </span>
                )}
              </span>
              <span className="tabular-nums">{times}</span>
            </span>
            <Bar share={(100 * times) / most} tone={isRight ? 'bg-success' : 'bg-line-control'} />
          </li>
        )
      })}
    </ul>
  )
}

const rightPlaces = (written?: Written) => written?.correctAnswers ?? [written?.correctAnswer ?? -1]

/** Of an order, or of what is accepted: neither can be counted option by option. */
function WhatIsRight({ written }: { written?: Written }) {
  if (written?.kind === 'text') {
    return <p className="text-sm">Accepted: {written.acceptedAnswers?.join(' or ')}</p>
  }
  return (
    <ol className="list-decimal pl-5 text-sm">
      {written?.options.map((option) => (
        <li key={option}>{option}</li>
      ))}
    </ol>
  )
}

function Bar({ share, tone = 'bg-accent' }: { share: number; tone?: string }) {
  return (
    <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-neutral-soft">
      <span className={classes('block h-full rounded-full', tone)} style={{ width: `${share}%` }} />
    </span>
  )
}

/** From -1 to 1 with 0 in the middle. */
function DiscriminationScale({ value }: { value: number }) {
  const place = 50 + value * 48
  return (
    <svg
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className="block h-2.5 w-full"
      aria-hidden="true"
    >
      <line x1="2" x2="98" y1="5" y2="5" className="stroke-line-strong" strokeWidth="1.5" />
      <line x1="50" x2="50" y1="1" y2="9" className="stroke-line-control" strokeWidth="0.6" />
      <rect
        x={Math.min(50, place)}
        width={Math.abs(place - 50)}
        y="3"
        height="4"
        className={value < 0.1 ? 'fill-warning' : 'fill-accent'}
      />
    </svg>
  )
}
