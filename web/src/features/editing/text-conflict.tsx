import { type ComparedTexts, TextComparison } from './text-comparison.tsx'
import { EditConflict, type EditConflictProps } from './edit-conflict.tsx'

type TextConflictProps<Texts> = Omit<EditConflictProps<Texts>, 'children'> & {
  /** What of the texts is put side by side. */
  comparable: (texts: Texts) => Omit<ComparedTexts, 'label'>
}

/** An edit conflict over texts, both side by side. */
export function TextConflict<Texts>({ comparable, ...conflict }: TextConflictProps<Texts>) {
  const { theirs, state } = conflict
  return (
    <EditConflict {...conflict}>
      {(name) => (
        <TextComparison
          caption={`What ${name} saved beside what you typed`}
          before={{ label: `Saved by ${name}`, ...comparable(theirs.texts) }}
          after={{ label: 'Yours, not saved', ...comparable(state.texts) }}
        />
      )}
    </EditConflict>
  )
}
