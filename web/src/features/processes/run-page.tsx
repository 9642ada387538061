import type { ProcessRun, RunComment, RunStep } from '@frontdesk/contract/process-runs'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import '#web/ui/print-sheet.css'
import './step-print.css'
import { ProcessDocumentSkeleton } from './process-document-skeleton.tsx'
import { useRun } from './process-runs.api.ts'
import { proofsQuery } from './run-proofs.api.ts'
import { RunActions } from './run-actions.tsx'
import { RunComments } from './run-comments.tsx'
import { RunFacts } from './run-facts.tsx'
import { RunProofs } from './run-proofs.tsx'
import { RunSteps } from './run-steps.tsx'

export function RunPage() {
  const { id } = useParams({ from: '/shell/processes/runs/$id' })
  const { detail, error, refetch } = useRun(id)
  // The comments stand below the proofs, which are asked for beside the run.
  const { isLoading } = useQuery(proofsQuery(id))
  usePageTitle(detail?.run.title)
  if (detail && !isLoading) {
    return (
      <Suspense fallback={<ProcessDocumentSkeleton />}>
        <Run key={id} {...detail} />
      </Suspense>
    )
  }
  if (!error) return <ProcessDocumentSkeleton />
  return <RunMissing error={error} onRetry={() => void refetch()} />
}

type RunProps = { run: ProcessRun; steps: RunStep[]; comments: RunComment[] }

function Run({ run, steps, comments }: RunProps) {
  return (
    <div className="grid gap-x-6 gap-y-10 lg:grid-cols-[minmax(0,46rem)_15rem] xl:gap-x-10 xl:grid-cols-[minmax(0,46rem)_20rem] lg:justify-between">
      <article data-print="sheet" className="min-w-0">
        <PageHeader title={run.title} back={{ to: '/processes/runs', label: 'Runs' }} />
        <RunFacts run={run} />
        <div data-print="no" className="mt-5 mb-6">
          <RunActions run={run} />
        </div>
        <RunSteps run={run} steps={steps} />
      </article>
      <div className="grid min-w-0 content-start gap-10 lg:pt-11">
        <RunProofs run={run} steps={steps} />
        <RunComments runId={run.id} comments={comments} />
      </div>
    </div>
  )
}

type RunMissingProps = { error: Error; onRetry: () => void }

function RunMissing({ error, onRetry }: RunMissingProps) {
  const navigate = useNavigate()
  const goBack = () => void navigate({ to: '/processes/runs' })
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <>
      <h1 className="sr-only">Run</h1>
      {isUnknown ? (
        <ErrorPanel title="Run not found" onGoBack={goBack}>
          The link to it may be incomplete.
        </ErrorPanel>
      ) : (
        <ErrorPanel title="Failed to load run" onRetry={onRetry} onGoBack={goBack}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
    </>
  )
}
