import type { AttemptResult } from '@frontdesk/contract/attempts'
import { canEditTrainings } from '@frontdesk/contract/permissions'
import type { ListedTest } from '@frontdesk/contract/assessments'
import {
  formatPercent,
  hasNoAttemptsLeft,
  trainingAction,
} from '@frontdesk/contract/training-action'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { ChartNoAxesColumn, Play } from 'lucide-react'
import { useState } from 'react'
import { CertificateButton, OwnAttempts, PassedResult } from './own-attempts.tsx'
import { JUST_NOW_MS } from '#web/lib/query-client.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { MissingPage } from '#web/ui/error-panel.tsx'
import { DueLine } from '#web/ui/times.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { Quiz } from './quiz.tsx'
import { StandingBadge } from './attempt-badges.tsx'
import { takenTestQuery } from './assessments.taking.api.ts'

export function TestPage() {
  const { id } = useParams({ from: '/shell/tests/$id' })
  const { data: test, error, refetch } = useQuery({ ...takenTestQuery(id), staleTime: JUST_NOW_MS })
  usePageTitle(test?.title)
  // The quiz of a training is taken after its sections.
  if (test?.training_id) {
    return <Navigate to="/training/$id" params={{ id: test.training_id }} replace />
  }
  if (test) return <Test key={id} test={test} />
  if (error)
    return (
      <MissingPage
        what="Test"
        error={error}
        whyUnknown="It may have been archived, or the link to it may be incomplete."
        failure="Failed to fetch test data"
        onRetry={() => void refetch()}
        list="/tests"
      />
    )
  return (
    <div aria-busy="true" className="max-w-3xl">
      <CardSkeleton />
    </div>
  )
}

function Test({ test }: { test: ListedTest }) {
  const isEditor = canEditTrainings(useUser())
  const [isTaking, setTaking] = useState(false)
  const [result, setResult] = useState<AttemptResult | null>(null)
  const end = (passed: AttemptResult | null) => {
    setResult(passed)
    setTaking(false)
  }
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={test.title}
        description={test.description}
        back={{ to: '/tests', label: 'Tests' }}
        actions={
          isEditor && (
            <ButtonLink
              to="/admin/tests/$id"
              params={{ id: test.id }}
              variant="secondary"
              icon={ChartNoAxesColumn}
            >
              Statistics
            </ButtonLink>
          )
        }
      />
      {isTaking ? (
        <Quiz taken={{ testId: test.id }} onPass={end} onGoBack={() => end(null)} />
      ) : (
        <div className="grid gap-8">
          {result && <PassedResult result={result} showAnswers={test.show_answers} />}
          <Standing test={test} onTake={() => setTaking(true)} />
          <OwnAttempts testId={test.id} progress={test.progress} showAnswers={test.show_answers} />
        </div>
      )}
    </div>
  )
}

function Standing({ test, onTake }: { test: ListedTest; onTake: () => void }) {
  const { progress } = test
  const isOver = hasNoAttemptsLeft(progress)
  return (
    <Card className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="sr-only">Where you stand</h2>
        <StandingBadge progress={progress} />
        {progress.due_at && <DueLine dueAt={progress.due_at} />}
        {progress.lastAttemptScore !== null && (
          <span className="text-sm text-muted tabular-nums">
            Last score {formatPercent(progress.lastAttemptScore)}
          </span>
        )}
      </div>
      <p className="text-muted tabular-nums">
        {progress.questions === 1 ? '1 question' : `${progress.questions} questions`},{' '}
        {progress.minPassingScore}% to pass, {attemptsOf(test)}.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          icon={Play}
          disabled={(isOver && !progress.open_attempt) || progress.questions === 0}
          onClick={onTake}
        >
          {labelOf(test)}
        </Button>
        {progress.certificate_code && <CertificateButton testId={test.id} />}
      </div>
    </Card>
  )
}

function labelOf({ progress }: ListedTest): string {
  if (progress.open_attempt) return 'Resume Test'
  if (progress.attempts === 0) return 'Start Test'
  return trainingAction(progress) === 'start' ? 'Start Test' : 'Retake Test'
}

function attemptsOf({ progress: { attempts, maxAttempts } }: ListedTest): string {
  if (maxAttempts === 0) return 'as many attempts as you like'
  return `${attempts} of ${maxAttempts} attempts used`
}
