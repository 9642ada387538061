import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import { ClipboardPaste, FileInput, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  useFieldArray,
  type UseFieldArrayReturn,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'
import { SortableList } from '#web/features/editing/sortable-list.tsx'
import { loadPage } from '#web/lib/page-loader.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { BankMenu } from './bank-menu.tsx'
import { QuestionCard } from './question-card.tsx'
import { QuestionExport } from './question-export.tsx'
import { QuestionImportDialog } from './question-import-dialog.tsx'
import {
  copyOf,
  importedTexts,
  isBlankQuestion,
  type QuestionTexts,
  newQuestion,
  takenTexts,
  type QuestionsTexts,
} from './question-texts.ts'

/** Most quizzes draw nothing. */
const DrawList = lazy(async () => {
  const { DrawList: component } = await loadPage(() => import('./draw-list.tsx'))
  return { default: component }
})

/** Reading a text is code that few forms need. */
const QuestionPasteDialog = lazy(async () => {
  const { QuestionPasteDialog: component } = await loadPage(
    () => import('./question-paste-dialog.tsx'),
  )
  return { default: component }
})

type QuestionListProps = {
  form: UseFormReturn<QuestionsTexts>
  /** Of the test as it is saved; null before that. */
  testId: string | null
}

/** The questions of a form: written, copied, taken from elsewhere, and put in order by drag, keys or buttons. */
export function QuestionList({ form, testId }: QuestionListProps) {
  const { control, getValues, setFocus } = form
  const questions = useFieldArray({ control, name: 'questions', keyName: 'key' })
  const { fields, insert, move, remove } = questions
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
  const copyAt = (index: number) =>
    insert(index + 1, copyOf(getValues(`questions.${index}`)), {
      focusName: `questions.${index + 1}.question`,
    })
  return (
    <div>
      <SortableList
        noun="question"
        keys={fields.map((field) => field.key)}
        titleAt={titleAt}
        onMove={move}
        onCopy={fields.length < TRAINING_LIMITS.questions ? copyAt : undefined}
        onRemove={fields.length > 1 ? removeAt : undefined}
      >
        {(index) => <QuestionCard form={form} index={index} />}
      </SortableList>
      <MoreQuestions form={form} testId={testId} questions={questions} />
    </div>
  )
}

type MoreQuestionsProps = QuestionListProps & {
  questions: UseFieldArrayReturn<QuestionsTexts, 'questions', 'key'>
}

/** What questions come from, beside the keyboard, and where they go. */
function MoreQuestions({ form, testId, questions }: MoreQuestionsProps) {
  const { fields, append, replace } = questions
  const [source, setSource] = useState<'file' | 'text' | null>(null)
  const [pasted, setPasted] = useState('')
  const draws = useWatch({ control: form.control, name: 'draws' }) ?? []
  const written = () => form.getValues('questions').filter((one) => !isBlankQuestion(one))
  const add = (found: QuestionTexts[]) => replace([...written(), ...found])
  const close = () => setSource(null)
  const room = TRAINING_LIMITS.questions - written().length
  return (
    <>
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
        <Button variant="ghost" icon={ClipboardPaste} onClick={() => setSource('text')}>
          Paste Questions
        </Button>
        <Button variant="ghost" icon={FileInput} onClick={() => setSource('file')}>
          Import Questions
        </Button>
        <BankMenu
          questions={() => form.getValues('questions')}
          room={room}
          onTake={(taken) => add(takenTexts(taken))}
          onAdded={(added) => {
            for (const { place, id } of added) {
              form.setValue(`questions.${place}.bankId`, id, { shouldDirty: true })
            }
          }}
          onDraw={() =>
            form.setValue('draws', [...draws, { topic: '', questions: '1' }], { shouldDirty: true })
          }
        />
        {testId && <QuestionExport testId={testId} />}
      </div>
      {draws.length > 0 && (
        <Suspense fallback={null}>
          <DrawList form={form} />
        </Suspense>
      )}
      <QuestionImportDialog
        open={source === 'file'}
        onOpenChange={close}
        room={room}
        onImport={(found) => add(importedTexts(found))}
      />
      {source === 'text' && (
        <Suspense fallback={null}>
          <QuestionPasteDialog
            onClose={close}
            text={pasted}
            onText={setPasted}
            room={room}
            onAdd={(found) => add(importedTexts(found))}
          />
        </Suspense>
      )}
    </>
  )
}
