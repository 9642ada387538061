import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'

/** A form that may hold text from an earlier visit. */
type RestorableForm<Texts> = {
  restoredAt: number | null
  texts: Texts
  base: { texts: Texts }
  fill: (texts: Texts) => void
}

/** Says that the form holds text from an earlier visit, and how to be rid of it. */
export function RestoredNotice<Texts>({ state }: { state: RestorableForm<Texts> }) {
  const { restoredAt, texts, base, fill } = state
  if (restoredAt === null) return null
  const discard = () => {
    fill(base.texts)
    toast.undo('Your unsaved text was discarded', () => fill(texts))
  }
  return (
    <Notice
      tone="accent"
      action={
        <Button variant="secondary" size="sm" onClick={discard}>
          Discard it
        </Button>
      }
    >
      Your unsaved text from <RelativeTime iso={new Date(restoredAt).toISOString()} /> is back.
    </Notice>
  )
}
