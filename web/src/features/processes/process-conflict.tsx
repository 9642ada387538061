import { GitCompareArrows } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { TextComparison } from '#web/features/policies/text-comparison.tsx'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { LoadedProcess } from './process-editor.tsx'
import { outlineOf, textsOf, type ProcessTexts } from './process-texts.ts'
import type { ProcessFormState } from './use-process-form.ts'

type ProcessConflictProps = {
  state: ProcessFormState
  theirs: LoadedProcess
  onSettled: () => void
}

/** Two people edited at once: shows both, and lets the second one decide. */
export function ProcessConflict({ state, theirs, onSettled }: ProcessConflictProps) {
  const { texts: mine, setBase, fill } = state
  const { process } = theirs.detail
  const saved = textsOf(theirs.detail)
  const name = process.last_updated_by_name ?? 'Somebody'
  const panel = useRef<HTMLElement>(null)
  // It appears far above the button that was pressed.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }, [])

  const keepMine = () => {
    setBase({ texts: saved, etag: theirs.etag })
    onSettled()
  }
  const discardMine = () => {
    setBase({ texts: saved, etag: theirs.etag })
    fill(saved)
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
          <h2 className="text-lg font-semibold">{name} saved this process meanwhile</h2>
          <p className="text-muted">
            Theirs was saved <RelativeTime iso={process.updated_at} />. Your steps are still in the
            form below; nothing replaces theirs until you save again.
          </p>
        </div>
      </div>
      <TextComparison
        caption={`What ${name} saved beside what you typed`}
        before={{ label: `Saved by ${name}`, ...comparable(saved) }}
        after={{ label: 'Yours, not saved', ...comparable(mine) }}
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

const comparable = (texts: ProcessTexts) => ({
  title: texts.title,
  description: texts.description,
  category: `${texts.category}, ${texts.status}`,
  content: outlineOf(texts),
})
