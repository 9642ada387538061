import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, startTransition, useId, useOptimistic } from 'react'
import { classes } from '#web/ui/classes.ts'
import { loadRenderer, MarkdownInPlace } from '#web/ui/markdown.tsx'

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
