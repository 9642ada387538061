import { TextComparison } from './text-comparison.tsx'
import { GitCompareArrows } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { failureOf, isEditConflict } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { ComparedTexts } from './comparison-table.tsx'

export type Saving<Values, Loaded> = {
  /** Saves and leaves the form. */
  save: (values: Values) => Promise<void>
  /** Asks for what the server has by now; left out for something new. */
  reload?: () => Promise<Loaded>
  /** Puts the server's sentences beside the fields that they are about. */
  showErrors: (error: unknown) => void
  fallback?: string
}

/** Saving on top of what was loaded: where somebody else was faster, theirs is there to compare. */
export function useSaving<Values, Loaded = never>(saving: Saving<Values, Loaded>) {
  const { save, reload, showErrors, fallback = 'An unexpected error occurred' } = saving
  const [theirs, setTheirs] = useState<Loaded | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (values: Values) => {
    setProblem(null)
    try {
      await save(values)
    } catch (error) {
      const newest = isEditConflict(error) && (await reload?.().catch(() => undefined))
      if (newest) return setTheirs(newest)
      showErrors(error)
      setProblem(failureOf(error, fallback))
    }
  }
  return {
    submit,
    problem,
    dismiss: () => setProblem(null),
    /** What somebody else saved, while it is compared. */
    theirs,
    compare: setTheirs,
    settle: () => setTheirs(null),
  }
}

type Editing<Texts, Loaded> = Saving<Texts, Loaded> &
  Omit<NewsOfOthersProps<Texts, Loaded>, 'saving'>

/**
 * Edits what was loaded: saves on top of it, and says in the form what somebody else saved meanwhile. The answer is what a
 * form takes; its words for what it edits are its page's.
 */
export function useEditing<Texts, Loaded>(editing: Editing<Texts, Loaded>) {
  const { save, reload, showErrors, fallback, ...news } = editing
  const saving = useSaving({ save, reload, showErrors, fallback })
  return {
    notice: <NewsOfOthers {...news} saving={saving} />,
    saveLabel: 'Save Changes',
    problem: saving.problem,
    onDismiss: saving.dismiss,
    onSave: saving.submit,
  }
}

type NewsOfOthersProps<Texts, Loaded> = {
  /** What is edited, such as `policy`. */
  what: string
  state: EditedForm<Texts> & { form: { formState: { isSubmitting: boolean } } }
  /** The newest that the server has said. */
  loaded: Loaded
  savedIn: (loaded: Loaded) => SavedTexts<Texts>
  saving: { theirs: Loaded | null; compare: (loaded: Loaded) => void; settle: () => void }
  /** When theirs was saved, and that nothing of one's own is lost. */
  news: (theirs: Loaded) => ReactNode
  /** What of the texts is put side by side. */
  comparable: (texts: Texts) => Omit<ComparedTexts, 'label'>
}

/** What a form says of somebody else's save: that there was one, then both texts side by side. */
export function NewsOfOthers<Texts, Loaded>(props: NewsOfOthersProps<Texts, Loaded>) {
  const { what, state, loaded, savedIn, saving, news, comparable } = props
  const { theirs, compare, settle } = saving
  if (theirs === null) {
    return (
      <SavedMeanwhile
        what={what}
        newest={savedIn(loaded)}
        state={state}
        isSaving={state.form.formState.isSubmitting}
        onCompare={() => compare(loaded)}
      />
    )
  }
  const saved = savedIn(theirs)
  return (
    <EditConflict what={what} theirs={saved} state={state} news={news(theirs)} onSettled={settle}>
      {(name) => (
        <TextComparison
          caption={`What ${name} saved beside what you typed`}
          before={{ label: `Saved by ${name}`, ...comparable(saved.texts) }}
          after={{ label: 'Yours, not saved', ...comparable(state.texts) }}
        />
      )}
    </EditConflict>
  )
}

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
type SavedTexts<Texts> = { texts: Texts; etag: string | null; savedBy: string | null }

/** A form that is compared with what the server has. */
type EditedForm<Texts> = {
  texts: Texts
  isDirty: boolean
  base: { etag: string | null }
  setBase: (base: { texts: Texts; etag: string | null }) => void
  fill: (texts: Texts) => void
}

/** Somebody saved while this form was open: an untouched form follows, a touched one is told. */
function SavedMeanwhile<Texts>({
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
