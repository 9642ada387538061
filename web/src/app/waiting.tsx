import { Spinner } from '#web/ui/spinner.tsx'

/** A wait that only shows when it is long enough to be noticed. */
export function Waiting() {
  return (
    <div className="animate-fade-in [animation-delay:250ms] [animation-fill-mode:backwards]">
      <Spinner label="One moment…" />
    </div>
  )
}
