import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import type { BankQuestion } from '@frontdesk/contract/question-bank'
import type { QuestionFormat } from '@frontdesk/contract/questions'
import { ClipboardPaste, FileInput, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  useFieldArray,
  type UseFieldArrayReturn,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'
import { SortableList } from '#web/features/editing/sortable-list.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { download } from '#web/lib/call.ts'
import { saveAs } from '#web/lib/files.ts'
import { late } from '#web/lib/late.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { QuestionCard } from './question-card.tsx'
import { QuestionImportDialog } from './question-import-dialog.tsx'
import {
  copyOf,
  importedTexts,
  isBlankQuestion,
  newQuestion,
  type QuestionsTexts,
  type QuestionTexts,
  takenTexts,
} from './question-texts.ts'

/** Most quizzes draw nothing. */
const DrawList = late(() => import('./draw-list.tsx'), 'DrawList')

/** Reading a text is code that few forms need. */
const QuestionPasteDialog = late(() => import('./question-paste-dialog.tsx'), 'QuestionPasteDialog')

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

/** What few forms need. */
const TakeFromBankDialog = late(() => import('./bank-dialogs.tsx'), 'TakeFromBankDialog')
const AddToBankDialog = late(() => import('./bank-dialogs.tsx'), 'AddToBankDialog')

type BankMenuProps = {
  /** As they stand in the form now. */
  questions: () => QuestionTexts[]
  /** How many there may still be. */
  room: number
  onTake: (questions: BankQuestion[]) => void
  /** Places among those of the form, and what they are called in the bank. */
  onAdded: (added: { place: number; id: string }[]) => void
  onDraw: () => void
}

/** Takes questions of the bank into a quiz, draws from it, and brings questions there. */
function BankMenu({ questions, room, onTake, onAdded, onDraw }: BankMenuProps) {
  const [task, setTask] = useState<'take' | 'add' | null>(null)
  const close = () => setTask(null)
  // A row that nobody filled in is no question.
  const written = questions().flatMap((question, place) =>
    isBlankQuestion(question) ? [] : [{ question, place }],
  )
  return (
    <>
      <Menu
        label="Question Bank"
        variant="ghost"
        align="start"
        items={[
          { label: 'Take from the Bank', disabled: room < 1, onSelect: () => setTask('take') },
          { label: 'Draw at Random', onSelect: onDraw },
          {
            label: 'Add to the Bank',
            disabled: written.length === 0,
            onSelect: () => setTask('add'),
          },
        ]}
      />
      <Suspense fallback={null}>
        {task === 'take' && (
          <TakeFromBankDialog
            room={room}
            taken={written.flatMap(({ question }) => question.bankId ?? [])}
            onClose={close}
            onTake={onTake}
          />
        )}
        {task === 'add' && (
          <AddToBankDialog
            questions={written.map(({ question }) => question)}
            onClose={close}
            onAdded={(added) =>
              onAdded(added.map(({ place, id }) => ({ place: written[place]!.place, id })))
            }
          />
        )}
      </Suspense>
    </>
  )
}

const FORMATS: { format: QuestionFormat; label: string }[] = [
  { format: 'csv', label: 'As CSV' },
  { format: 'gift', label: 'As GIFT' },
  { format: 'moodle-xml', label: 'As Moodle XML' },
]

/** GIFT alone leaves out any; the file names them. */
const leftOutOf = (count: number) =>
  count === 1
    ? 'GIFT has no form for 1 of these questions: it was left out, and the file says which'
    : `GIFT has no form for ${count} of these questions: they were left out, and the file says which`

const NO_DRAWS = 'Random draws are in no file: export the question bank for what they draw from'

/** Saves the questions of a test, as they were last saved, to a file. */
function QuestionExport({ testId }: { testId: string }) {
  const save = async (format: QuestionFormat) => {
    try {
      const { blob, filename, headers } = await download('GET /tests/:id/questions/export', {
        params: { id: testId },
        query: { format },
      })
      saveAs(blob, filename)
      const leftOut = Number(headers.get('X-Left-Out') ?? 0)
      if (leftOut > 0) toast.error(leftOutOf(leftOut))
      if (headers.has('X-Draws')) toast.success(NO_DRAWS)
    } catch (error) {
      toast.error(failureOf(error, 'Failed to export the questions'))
    }
  }
  return (
    <Menu
      label="Export"
      variant="ghost"
      align="start"
      items={FORMATS.map(({ format, label }) => ({ label, onSelect: () => void save(format) }))}
    />
  )
}
