import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import type { QuestionImport } from '@frontdesk/contract/questions'
import { useState } from 'react'
import { QuestionImportDialog } from './question-import-dialog.tsx'
import { QuestionPasteDialog } from './question-paste-dialog.tsx'

type BankIntakeProps = {
  source: 'text' | 'file'
  onClose: () => void
  onFound: (questions: QuestionImport['questions']) => void
}

const NEXT = 'You choose their topic before anything is saved.'

/** Reads questions for the bank as the form of a quiz does. */
export function BankIntake({ source, onClose, onFound }: BankIntakeProps) {
  const [text, setText] = useState('')
  if (source === 'file') {
    return (
      <QuestionImportDialog
        open
        onOpenChange={onClose}
        room={TRAINING_LIMITS.questions}
        note={NEXT}
        onImport={onFound}
      />
    )
  }
  return (
    <QuestionPasteDialog
      onClose={onClose}
      text={text}
      onText={setText}
      room={TRAINING_LIMITS.questions}
      note={NEXT}
      onAdd={onFound}
    />
  )
}
