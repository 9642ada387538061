import { canEditProcesses } from '@frontdesk/contract/permissions'
import type { ProcessDetail as Detail, Process, ProcessDetail } from '@frontdesk/contract/processes'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PenLine, Play, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { AskAbout } from '#web/features/chat/ask-about.tsx'
import { DeleteItem, useIsDeleting } from '#web/features/editing/delete-item.tsx'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { LegalHoldLine } from '#web/features/legal-holds/legal-hold-line.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { useWhenIdle } from '#web/lib/at-rest.ts'
import { browserStore } from '#web/lib/session-storage.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { JUST_NOW_MS } from '#web/lib/query-client.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSecondStep } from '#web/ui/confirm.tsx'
import { useUser } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { textLink } from '#web/ui/classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { PrintButton } from '#web/ui/print-button.tsx'
import '#web/ui/print-sheet.css'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ProgressBar, StatusBadge } from './process-badges.tsx'
import { ProcessDocumentSkeleton, ProcessMissing } from './process-loading.tsx'
import { lengthOf, RunList } from './process-rows.tsx'
import { runsQuery } from './process-runs.api.ts'
import {
  processQuery,
  removeProcess,
  restoreProcess,
  useRefreshProcesses,
} from './processes.api.ts'
import { FoldButton, StepFacts, StepItem, useOpenSteps } from './step-item.tsx'
import './step-print.css'

export function ProcessDetailPage() {
  const { id } = useParams({ from: '/shell/processes/$id' })
  return <OneProcess key={id} id={id} />
}

function OneProcess({ id }: { id: string }) {
  const { data, error } = useQuery({ ...processQuery(id), staleTime: JUST_NOW_MS })
  const isDeleting = useIsDeleting(processQuery(id).queryKey)
  usePageTitle(data?.data.process.title)
  if (error && !isDeleting) return <ProcessMissing error={error} />
  if (!data) return <ProcessDocumentSkeleton />
  return (
    <Suspense fallback={<ProcessDocumentSkeleton />}>
      <ProcessReading detail={data.data} />
    </Suspense>
  )
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

const StartRunDialog = late(() => import('./run-form.tsx'), 'StartRunDialog')

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
          className={`w-fit font-medium ${textLink}`}
        >
          All {total} runs
        </PathLink>
      )}
    </aside>
  )
}

type ProcessDocumentProps = { detail: ProcessDetail; actions: ReactNode }

/** The steps, to be followed at work on screen or on paper. */
function ProcessDocument({ detail, actions }: ProcessDocumentProps) {
  const { process, steps } = detail
  const { ticked, tick, restore, startOver } = useTicks(process.id, steps)
  const folds = useOpenSteps(() => ticked)
  const clear = () => {
    const before = [...ticked]
    startOver()
    folds.openAll()
    toast.undo('Your ticks were cleared', () => restore(before))
  }
  return (
    <article data-print="sheet" className="min-w-0">
      <PageHeader
        title={process.title}
        description={process.description}
        back={{ to: '/processes', label: 'Processes' }}
        mark={<FavouriteStar item={{ type: 'processes', id: process.id, title: process.title }} />}
      />
      <ProcessMeta process={process} />
      <div data-print="no" className="mt-5 mb-6">
        {actions}
      </div>
      <div data-print="no" className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-48 grow">
          <ProgressBar done={ticked.size} of={steps.length} />
        </div>
        {ticked.size > 0 && (
          <Button variant="ghost" size="sm" icon={RotateCcw} onClick={clear}>
            Start over
          </Button>
        )}
        <FoldButton steps={steps} folds={folds} />
      </div>
      <h2 className="sr-only">Steps</h2>
      <ol data-print="steps" className="rounded-lg border border-line bg-surface">
        {steps.map((step) => (
          <StepItem
            key={step.id}
            number={step.order_number}
            title={step.title}
            description={step.description}
            isDone={ticked.has(step.id)}
            isOpen={folds.isOpen(step.id)}
            onOpen={(open) => folds.open(step.id, open)}
            onTick={(done) => {
              tick(step.id, done)
              folds.open(step.id, !done)
            }}
            facts={<StepFacts step={step} />}
          />
        ))}
      </ol>
      <p data-print="no" className="mt-3 text-sm text-muted">
        These ticks are yours alone, in this browser. To work on it together or to keep a record,
        start a run.
      </p>
    </article>
  )
}

function ProcessMeta({ process }: { process: Process }) {
  const author = process.last_updated_by_name ?? process.created_by_name
  return (
    <p className="-mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-muted tabular-nums sm:-mt-4">
      <StatusBadge status={process.status} />
      <span>{process.category}</span>
      <span>{lengthOf(process)}</span>
      <span>
        Updated{' '}
        <time dateTime={process.updated_at} title={formatDateTime(process.updated_at)}>
          {formatDate(process.updated_at)}
        </time>
        {author && ` by ${author}`}
      </span>
    </p>
  )
}

/**
 * Which steps of a process this person has ticked while following it; kept in this browser until
 * they start over. `steps` are those that exist: ticks of removed ones don't count.
 */
function useTicks(processId: string, steps: { id: string }[]) {
  const key = `process-ticks:${useUser().id}:${processId}`
  const [ids, setIds] = useState(() => readTicks(key))
  const keep = (next: string[]) => {
    setIds(next)
    writeTicks(key, next)
  }
  const ticked = new Set(steps.map((step) => step.id).filter((id) => ids.includes(id)))
  return {
    ticked,
    tick: (id: string, on: boolean) => {
      const others = [...ticked].filter((other) => other !== id)
      keep(on ? [...others, id] : others)
    },
    restore: keep,
    startOver: () => keep([]),
  }
}

function readTicks(key: string): string[] {
  try {
    const kept = JSON.parse(browserStore()?.getItem(key) ?? '[]') as unknown
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function writeTicks(key: string, ids: string[]) {
  try {
    if (ids.length === 0) browserStore()?.removeItem(key)
    else browserStore()?.setItem(key, JSON.stringify(ids))
  } catch {
    // A full storage: the ticks last as long as the page.
  }
}
