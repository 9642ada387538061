import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'

type SavedMeanwhileProps<Texts> = {
  /** What is edited, such as `policy`. */
  what: string
  /** The newest that the server has said. */
  newest: SavedTexts<Texts>
  state: EditedForm<Texts>
  isSaving: boolean
  onCompare: () => void
}

/** What the server has, and whose it is. */
export type SavedTexts<Texts> = { texts: Texts; etag: string | null; savedBy: string | null }

/** A form that is compared with what the server has. */
export type EditedForm<Texts> = {
  texts: Texts
  isDirty: boolean
  base: { etag: string | null }
  setBase: (base: { texts: Texts; etag: string | null }) => void
  fill: (texts: Texts) => void
}

/** Somebody saved while this form was open: an untouched form follows, a touched one is told. */
export function SavedMeanwhile<Texts>({
  what,
  newest,
  state,
  isSaving,
  onCompare,
}: SavedMeanwhileProps<Texts>) {
  const { base, isDirty, setBase, fill } = state
  const { texts, etag, savedBy } = newest
  // What is newer while one saves is one's own.
  const isBehind = etag !== base.etag && !isSaving
  useEffect(() => {
    if (!isBehind || isDirty) return
    setBase({ texts, etag })
    fill(texts)
  })
  if (!isBehind || !isDirty) return null
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="secondary" size="sm" onClick={onCompare}>
          Compare
        </Button>
      }
    >
      {savedBy ?? 'Somebody'} saved this {what} after you began to edit it. Nothing of yours is
      lost.
    </Notice>
  )
}
