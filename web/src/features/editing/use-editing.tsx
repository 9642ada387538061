import { NewsOfOthers, type NewsOfOthersProps } from './news-of-others.tsx'
import { type Saving, useSaving } from './use-saving.ts'

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
