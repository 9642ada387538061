import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import { FileInput, Plus } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { SortableList } from '#web/features/editing/sortable-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { QuestionCard } from './question-card.tsx'
import { QuestionExport } from './question-export.tsx'
import { QuestionImportDialog } from './question-import-dialog.tsx'
import {
  importedTexts,
  isBlankQuestion,
  newQuestion,
  type QuestionsTexts,
} from './question-texts.ts'

type QuestionListProps = {
  form: UseFormReturn<QuestionsTexts>
  /** Of the test as it is saved; null before that. */
  testId: string | null
}

/** The questions of a form: written, taken from a file, and put in order by drag, keys or buttons. */
export function QuestionList({ form, testId }: QuestionListProps) {
  const { control, getValues, setFocus } = form
  const questions = useFieldArray({ control, name: 'questions', keyName: 'key' })
  const { fields, append, insert, move, remove, replace } = questions
  const [imports, setImports] = useState(false)
  const titleAt = (index: number) =>
    getValues(`questions.${index}.question`).trim().slice(0, 60) || `Question ${index + 1}`

  const removeAt = (index: number) => {
    const question = getValues(`questions.${index}`)
    const title = titleAt(index)
    // The button goes with its question: the one that takes its place has the focus.
    flushSync(() => remove(index))
    setFocus(`questions.${Math.min(index, fields.length - 2)}.question`)
    toast.undo(`“${title}” was removed`, () => insert(index, question))
  }
  return (
    <div>
      <SortableList
        noun="question"
        keys={fields.map((field) => field.key)}
        titleAt={titleAt}
        onMove={move}
        onRemove={fields.length > 1 ? removeAt : undefined}
      >
        {(index) => <QuestionCard form={form} index={index} />}
      </SortableList>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          icon={Plus}
          disabled={fields.length >= TRAINING_LIMITS.questions}
          onClick={() =>
            append(newQuestion(), { focusName: `questions.${fields.length}.question` })
          }
        >
          Add Question
        </Button>
        <Button variant="ghost" icon={FileInput} onClick={() => setImports(true)}>
          Import Questions
        </Button>
        {testId && <QuestionExport testId={testId} />}
      </div>
      <QuestionImportDialog
        open={imports}
        onOpenChange={setImports}
        room={
          TRAINING_LIMITS.questions -
          getValues('questions').filter((question) => !isBlankQuestion(question)).length
        }
        onImport={(found) => {
          const kept = getValues('questions').filter((question) => !isBlankQuestion(question))
          replace([...kept, ...importedTexts(found)])
        }}
      />
    </div>
  )
}
