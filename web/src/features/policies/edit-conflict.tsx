import { GitCompareArrows } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { LoadedPolicy } from './policy-editor.tsx'
import { textsOf } from './policy-texts.ts'
import { TextComparison } from './text-comparison.tsx'
import type { PolicyFormState } from './use-policy-form.ts'

type EditConflictProps = { state: PolicyFormState; theirs: LoadedPolicy; onSettled: () => void }

/** Two people edited at once: shows both texts, and lets the second one decide. */
export function EditConflict({ state, theirs, onSettled }: EditConflictProps) {
  const { texts: mine, setBase, fill } = state
  const { policy, etag } = theirs
  const name = policy.last_updated_by_name ?? 'Somebody'
  const panel = useRef<HTMLElement>(null)
  // It appears far above the button that was pressed.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }, [])

  const keepMine = () => {
    setBase({ texts: textsOf(policy), etag })
    onSettled()
  }
  const discardMine = () => {
    setBase({ texts: textsOf(policy), etag })
    fill(textsOf(policy))
    onSettled()
    toast.undo('Your changes were discarded', () => fill(mine))
  }
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Saved by somebody else meanwhile"
      className="grid scroll-mt-20 gap-4 rounded-lg border border-warning-line bg-warning-soft p-4 sm:p-5"
    >
      <div className="flex items-start gap-3">
        <GitCompareArrows className="mt-1 size-5 shrink-0 text-warning" aria-hidden="true" />
        <div>
          <h2 className="text-lg font-semibold">{name} saved this policy meanwhile</h2>
          <p className="text-muted">
            Theirs is version {policy.version}, saved <RelativeTime iso={policy.updated_at} />. Your
            text is still in the form below; nothing replaces theirs until you save again.
          </p>
        </div>
      </div>
      <TextComparison
        caption={`What ${name} saved beside what you typed`}
        before={{ label: `Saved by ${name}`, ...textsOf(policy) }}
        after={{ label: 'Yours, not saved', ...mine }}
      />
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button onClick={keepMine}>Keep editing mine on top of it</Button>
        <Button variant="secondary" onClick={discardMine}>
          Discard mine
        </Button>
      </div>
    </section>
  )
}
