import { canEditProcesses } from '@frontdesk/contract/permissions'
import type { ProcessDetail as Detail, Process } from '@frontdesk/contract/processes'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { PenLine, Play, Trash2 } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { AskAbout } from '#web/features/chat/ask-about.tsx'
import { DeleteItem } from '#web/features/editing/delete-item.tsx'
import { useIsDeleting } from '#web/features/editing/use-deletion.ts'
import { LegalHoldLine } from '#web/features/legal-holds/legal-hold-line.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { useWhenIdle } from '#web/lib/at-rest.ts'
import { JUST_NOW_MS } from '#web/lib/query-client.ts'
import { useUser } from '#web/session/user.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { PrintButton } from '#web/ui/print-button.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { sayLoadFailure } from './load-failure.ts'
import { ProcessDocumentSkeleton } from './process-document-skeleton.tsx'
import { ProcessDocument } from './process-document.tsx'
import { runsQuery } from './process-runs.api.ts'
import {
  processQuery,
  removeProcess,
  restoreProcess,
  useRefreshProcesses,
} from './processes.api.ts'
import { RunList } from './run-list.tsx'

export function ProcessDetailPage() {
  const { id } = useParams({ from: '/shell/processes/$id' })
  return <ProcessDetail key={id} id={id} />
}

function ProcessDetail({ id }: { id: string }) {
  const { data, error } = useQuery({ ...processQuery(id), staleTime: JUST_NOW_MS })
  const isDeleting = useIsDeleting(processQuery(id).queryKey)
  usePageTitle(data?.data.process.title)
  const isLost = error !== null && !isDeleting
  useLeaving(isLost ? error : null)
  if (!data || isLost) return <ProcessDocumentSkeleton />
  return (
    <Suspense fallback={<ProcessDocumentSkeleton />}>
      <ProcessReading detail={data.data} />
    </Suspense>
  )
}

/** A process that can't be loaded is left for the list, with the reason (spec.md, section 2). */
function useLeaving(error: Error | null) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!error) return
    sayLoadFailure(error)
    void navigate({ to: '/processes', replace: true })
  }, [error, navigate])
}

function ProcessReading({ detail }: { detail: Detail }) {
  const isEditor = canEditProcesses(useUser())
  return (
    <div className="grid gap-x-6 gap-y-10 lg:grid-cols-[minmax(0,46rem)_15rem] xl:gap-x-10 xl:grid-cols-[minmax(0,46rem)_20rem] lg:justify-between">
      <ProcessDocument
        detail={detail}
        actions={<ProcessActions process={detail.process} isEditor={isEditor} />}
      />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8">
        <ProcessRuns process={detail.process} />
        <LegalHoldLine
          of={{ type: 'process', id: detail.process.id, title: detail.process.title }}
        />
      </div>
    </div>
  )
}

const StartRunDialog = late(() => import('./start-run-dialog.tsx'), 'StartRunDialog')

type ProcessActionsProps = { process: Process; isEditor: boolean }

function ProcessActions({ process, isEditor }: ProcessActionsProps) {
  const [starts, setStarts] = useState(false)
  useWhenIdle(true, StartRunDialog.preload)
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {process.status === 'active' && (
          <Button size="sm" icon={Play} onClick={() => setStarts(true)}>
            Start a Run
          </Button>
        )}
        {isEditor && (
          <ButtonLink
            to="/processes/$id/edit"
            params={{ id: process.id }}
            variant="secondary"
            size="sm"
            icon={PenLine}
          >
            Edit
          </ButtonLink>
        )}
        <AskAbout type="process" id={process.id} size="sm" />
        <PrintButton />
        {isEditor && !isAsking && (
          <Button variant="ghost" size="sm" icon={Trash2} ref={trigger} onClick={ask}>
            Delete
          </Button>
        )}
      </div>
      {isAsking && <DeleteProcess process={process} onCancel={cancel} />}
      {starts && (
        <Suspense>
          <StartRunDialog process={process} onClose={() => setStarts(false)} />
        </Suspense>
      )}
    </>
  )
}

type DeleteProcessProps = { process: Process; onCancel: () => void }

function DeleteProcess({ process, onCancel }: DeleteProcessProps) {
  return (
    <DeleteItem
      what="process"
      item={process}
      itemKey={processQuery(process.id).queryKey}
      question="Are you sure you want to delete this process? Its runs stay."
      list="/processes"
      remove={removeProcess}
      restore={restoreProcess}
      refresh={useRefreshProcesses()}
      onCancel={onCancel}
    />
  )
}

const SHOWN = 6

/** The runs of one process: those in progress, then the latest that ended. */
function ProcessRuns({ process }: { process: Process }) {
  const open = useQuery(runsQuery({ process_id: process.id, state: 'in_progress', limit: SHOWN }))
  const ended = useQuery(runsQuery({ process_id: process.id, state: 'ended', limit: SHOWN }))
  const error = open.error ?? ended.error
  if (!open.data || !ended.data) {
    return (
      <aside aria-label="Runs" className="min-w-0 lg:pt-11">
        {error ? (
          <ErrorPanel
            title="Failed to load runs"
            onRetry={() => void Promise.all([open.refetch(), ended.refetch()])}
          >
            {messageOf(error, 'Please try again.')}
          </ErrorPanel>
        ) : (
          <SkeletonLines lines={4} />
        )}
      </aside>
    )
  }
  const total = (open.data.total ?? 0) + (ended.data.total ?? 0)
  return (
    <aside
      aria-label="Runs"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6 lg:pt-11"
    >
      <div>
        <h2 className="mb-3 text-lg font-semibold">Runs in progress</h2>
        {open.data.data.length > 0 ? (
          <RunList runs={open.data.data} />
        ) : (
          <p className="text-muted">
            {process.status === 'active'
              ? 'None. Start one to work through the steps together, with a record of who did what.'
              : 'None. Only an active process can be started.'}
          </p>
        )}
      </div>
      {ended.data.data.length > 0 && (
        <div>
          <h2 className="mb-3 text-lg font-semibold">Ended lately</h2>
          <RunList runs={ended.data.data} />
        </div>
      )}
      {total > open.data.data.length + ended.data.data.length && (
        <PathLink
          to={`/processes/runs?process=${process.id}`}
          className="w-fit font-medium text-accent underline underline-offset-4"
        >
          All {total} runs
        </PathLink>
      )}
    </aside>
  )
}
