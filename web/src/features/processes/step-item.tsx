import type { ProcessStep } from '@frontdesk/contract/processes'
import { Check, ChevronDown, ChevronsDownUp, ChevronsUpDown, Clock, UserRound } from 'lucide-react'
import { type ReactNode, startTransition, useId, useOptimistic, useState } from 'react'
import { formatMinutes } from '#web/lib/format.ts'
import { roleLabels } from '#web/lib/account-words.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { loadRenderer, MarkdownInPlace } from '#web/ui/markdown.tsx'

/** Which steps show their text. A step that is ticked folds away, and unfolds when it isn't. */
export function useOpenSteps(initiallyClosed: () => Iterable<string>) {
  const [closed, setClosed] = useState(() => new Set(initiallyClosed()))
  return {
    isOpen: (id: string) => !closed.has(id),
    open: (id: string, on: boolean) => {
      const next = new Set(closed)
      if (on) next.delete(id)
      else next.add(id)
      setClosed(next)
    },
    openAll: () => setClosed(new Set()),
    closeAll: (ids: string[]) => setClosed(new Set(ids)),
  }
}

type FoldButtonProps = {
  steps: { id: string; description: string | null }[]
  folds: ReturnType<typeof useOpenSteps>
}

/** Folds all texts away, or opens them all; nothing where no step has one. */
export function FoldButton({ steps, folds }: FoldButtonProps) {
  const foldable = steps.filter((step) => step.description).map((step) => step.id)
  if (foldable.length === 0) return null
  const anyOpen = foldable.some((id) => folds.isOpen(id))
  return (
    <Button
      variant="ghost"
      size="sm"
      className="ml-auto"
      icon={anyOpen ? ChevronsDownUp : ChevronsUpDown}
      onClick={() => (anyOpen ? folds.closeAll(foldable) : folds.openAll())}
    >
      {anyOpen ? 'Collapse all' : 'Expand all'}
    </Button>
  )
}

// Steps come with their texts, which is asked for beside them. Where it fails, the page says so.
loadRenderer().catch(() => undefined)

type StepItemProps = {
  number: number
  title: string
  description: string | null
  isDone: boolean
  isOpen: boolean
  onTick: (done: boolean) => void | Promise<void>
  onOpen: (open: boolean) => void
  /** Said beside the title: who, how long. */
  facts?: ReactNode
  /** Below the text: what became of the step. */
  children?: ReactNode
  disabled?: boolean
}

/** One numbered step to tick; its text folds away on screen, and is always there on paper. */
export function StepItem(props: StepItemProps) {
  const { number, title, description, isDone, isOpen, onTick, onOpen, facts, children } = props
  const bodyId = useId()
  return (
    <li
      data-step
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 px-4 py-4 not-last:border-b not-last:border-line sm:gap-x-4 sm:px-6"
    >
      <StepTick
        number={number}
        title={title}
        isDone={isDone}
        disabled={props.disabled}
        onTick={onTick}
      />
      <div data-print="step" className="min-w-0 pt-1">
        <h3
          className={classes(
            'text-lg font-semibold wrap-anywhere',
            isDone && 'text-muted print:text-ink',
          )}
        >
          {description ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={bodyId}
              onClick={() => onOpen(!isOpen)}
              className="flex w-full items-start gap-3 rounded-sm text-start hover:text-accent"
            >
              <span className="min-w-0 grow">{title}</span>
              <ChevronDown
                data-print="no"
                aria-hidden="true"
                className={classes(
                  'mt-1 size-4.5 shrink-0 text-muted transition-transform',
                  isOpen && 'rotate-180',
                )}
              />
            </button>
          ) : (
            title
          )}
        </h3>
        {facts}
        {description && (
          <div id={bodyId} className={classes('mt-3 print:block', !isOpen && 'hidden')}>
            <MarkdownInPlace source={description} />
          </div>
        )}
        {children}
      </div>
    </li>
  )
}

type StepTickProps = {
  number: number
  title: string
  isDone: boolean
  disabled?: boolean
  onTick: (done: boolean) => void | Promise<void>
}

/** A step's number, which is its checkbox: a tick stands in its place once it is done. */
function StepTick({ number, title, isDone, disabled, onTick }: StepTickProps) {
  const [isShown, show] = useOptimistic(isDone)
  const press = (done: boolean) => {
    const ticking = onTick(done)
    startTransition(async () => {
      show(done)
      await ticking
    })
  }
  return (
    <label
      className={classes(
        'relative grid size-9 shrink-0 place-items-center has-enabled:cursor-pointer',
        'pointer-coarse:size-11',
      )}
    >
      <input
        type="checkbox"
        aria-label={`Step ${number} done: ${title}`}
        checked={isShown}
        disabled={disabled}
        onChange={(event) => press(event.target.checked)}
        className={classes(
          'peer absolute inset-0 appearance-none rounded-full border-2 border-line-control',
          'bg-surface transition-colors enabled:hover:border-accent checked:border-accent-fill',
          'checked:bg-accent-fill',
        )}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none relative font-semibold tabular-nums peer-checked:invisible"
      >
        {number}
      </span>
      <Check
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute size-5 text-on-accent opacity-0 peer-checked:opacity-100"
      />
    </label>
  )
}

type StepFactsProps = { step: Pick<ProcessStep, 'estimated_time' | 'responsible_role'> }

/** Who does a step, and how long it takes. */
export function StepFacts({ step }: StepFactsProps) {
  const { estimated_time: minutes, responsible_role: role } = step
  if (minutes === null && role === null) return null
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted tabular-nums">
      {role && (
        <span className="inline-flex items-center gap-1.5">
          <UserRound className="size-3.5" aria-hidden="true" />
          <span className="sr-only">Done by: </span>
          {roleLabels[role]}
        </span>
      )}
      {minutes !== null && (
        <span className="inline-flex items-center gap-1.5">
          <Clock className="size-3.5" aria-hidden="true" />
          <span className="sr-only">Takes about </span>
          {formatMinutes(minutes)}
        </span>
      )}
    </p>
  )
}
