import { GitCompareArrows } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

type ProfileConflictProps<Values extends Record<string, string>> = {
  mine: Values
  theirs: Values
  labels: Record<keyof Values, string>
  /** What was typed stays, what was not touched becomes theirs. */
  onKeep: () => void
  onDiscard: () => void
}

/** Two people changed one profile at once: shows what differs, and lets the second one decide. */
export function ProfileConflict<Values extends Record<string, string>>({
  mine,
  theirs,
  labels,
  onKeep,
  onDiscard,
}: ProfileConflictProps<Values>) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [])
  const differing = Object.keys(labels).filter((name) => mine[name] !== theirs[name])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Changed by somebody else meanwhile"
      className="grid scroll-mt-20 gap-3 rounded-lg border border-warning-line bg-warning-soft p-4"
    >
      <div className="flex items-start gap-3">
        <GitCompareArrows className="mt-1 size-5 shrink-0 text-warning" aria-hidden="true" />
        <div>
          <h2 className="font-semibold">Somebody else has changed this profile meanwhile</h2>
          <p className="text-muted">Nothing of theirs is replaced until you save again.</p>
        </div>
      </div>
      {differing.length > 0 && (
        <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
          {differing.map((name) => (
            <div key={name} className="contents">
              <dt className="font-medium">{labels[name]}</dt>
              <dd className="text-muted wrap-anywhere">
                now “{theirs[name]}”, in this form “{mine[name]}”
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button size="sm" onClick={onKeep}>
          Keep what I typed
        </Button>
        <Button size="sm" variant="secondary" onClick={onDiscard}>
          Discard mine
        </Button>
      </div>
    </section>
  )
}

/** What was typed since `before`, and the rest as somebody else has it now. */
export function keepTyped<Values extends object>(
  mine: Values,
  before: Values,
  theirs: Values,
): Values {
  const typed = Object.entries(mine).filter(
    ([name, value]) => value !== new Map(Object.entries(before)).get(name),
  )
  return { ...theirs, ...Object.fromEntries(typed) }
}
