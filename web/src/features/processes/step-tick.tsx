import { Check } from 'lucide-react'
import { startTransition, useOptimistic } from 'react'
import { classes } from '#web/ui/classes.ts'

type StepTickProps = {
  number: number
  title: string
  isDone: boolean
  disabled?: boolean
  onTick: (done: boolean) => void | Promise<void>
}

/** A step's number, which is its checkbox: a tick stands in its place once it is done. */
export function StepTick({ number, title, isDone, disabled, onTick }: StepTickProps) {
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
