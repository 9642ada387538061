import type { ReactNode } from 'react'
import { EditConflict } from './edit-conflict.tsx'
import { SavedMeanwhile, type EditedForm, type SavedTexts } from './saved-meanwhile.tsx'
import type { ComparedTexts } from './comparison-table.tsx'
import { TextComparison } from './text-comparison.tsx'

export type NewsOfOthersProps<Texts, Loaded> = {
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
