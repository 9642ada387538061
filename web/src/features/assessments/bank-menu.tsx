import type { BankQuestion } from '@frontdesk/contract/question-bank'
import { lazy, Suspense, useState } from 'react'
import { loadPage } from '#web/lib/page-loader.ts'
import { Menu } from '#web/ui/menu.tsx'
import { isBlankQuestion, type QuestionTexts } from './question-texts.ts'

/** What few forms need. */
const TakeFromBankDialog = lazy(async () => {
  const { TakeFromBankDialog: component } = await loadPage(
    () => import('./take-from-bank-dialog.tsx'),
  )
  return { default: component }
})
const AddToBankDialog = lazy(async () => {
  const { AddToBankDialog: component } = await loadPage(() => import('./add-to-bank-dialog.tsx'))
  return { default: component }
})

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
export function BankMenu({ questions, room, onTake, onAdded, onDraw }: BankMenuProps) {
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
