import type { Process, ProcessDetail } from '@frontdesk/contract/processes'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FavouriteStar } from '#web/features/favourites/favourite-star.tsx'
import { browserStore } from '#web/lib/browser-store.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { useUser } from '#web/session/user.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import '#web/ui/print-sheet.css'
import { toast } from '#web/ui/toast.tsx'
import { FoldButton } from './fold-button.tsx'
import { lengthOf } from './process-row.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { StatusBadge } from './status-badge.tsx'
import { StepFacts } from './step-facts.tsx'
import { StepItem } from './step-item.tsx'
import './step-print.css'
import { useOpenSteps } from './use-open-steps.ts'

type ProcessDocumentProps = { detail: ProcessDetail; actions: ReactNode }

/** The steps, to be followed at work on screen or on paper. */
export function ProcessDocument({ detail, actions }: ProcessDocumentProps) {
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
