import { GitCompareArrows } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { EditedForm, SavedTexts } from './saved-meanwhile.tsx'

type EditConflictProps<Texts> = {
  /** What is edited, such as `policy`. */
  what: string
  theirs: SavedTexts<Texts>
  state: EditedForm<Texts>
  /** When theirs was saved, and that nothing of one's own is lost. */
  news: ReactNode
  /** Theirs beside one's own. */
  children: (name: string) => ReactNode
  onSettled: () => void
}

/** Two people edited at once: shows both texts, and lets the second one decide. */
export function EditConflict<Texts>(props: EditConflictProps<Texts>) {
  const { what, theirs, state, news, children, onSettled } = props
  const { texts: mine, setBase, fill } = state
  const { texts, etag } = theirs
  const name = theirs.savedBy ?? 'Somebody'
  const panel = useRef<HTMLElement>(null)
  // It appears far above the button that was pressed.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }, [])

  const keepMine = () => {
    setBase({ texts, etag })
    onSettled()
  }
  const discardMine = () => {
    keepMine()
    fill(texts)
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
          <h2 className="text-lg font-semibold">
            {name} saved this {what} meanwhile
          </h2>
          <p className="text-muted">{news} Nothing replaces theirs until you save again.</p>
        </div>
      </div>
      {children(name)}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button onClick={keepMine}>Keep editing mine on top of it</Button>
        <Button variant="secondary" onClick={discardMine}>
          Discard mine
        </Button>
      </div>
    </section>
  )
}
