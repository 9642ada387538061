import type { QuestionImport } from '@frontdesk/contract/questions'
import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PASTE_EXAMPLE, pastedQuestions } from './pasted-questions.ts'
import { countOf, FoundQuestions, FoundSummary, NOTHING_SAVED } from './questions-found.tsx'

type QuestionPasteDialogProps = {
  onClose: () => void
  /** Kept by the form: closing loses nothing. */
  text: string
  onText: (text: string) => void
  /** How many questions there may still be. */
  room: number
  /** What becomes of them. */
  note?: string
  onAdd: (questions: QuestionImport['questions']) => void
}

/** Takes questions from a text into the form, after showing what was understood of it. */
export function QuestionPasteDialog(props: QuestionPasteDialogProps) {
  const { onClose, text, onText, room, onAdd, note = NOTHING_SAVED } = props
  const { rest, ...found } = pastedQuestions(text)
  const { questions } = found
  const left = Math.max(0, questions.length - room)
  const add = () => {
    onAdd(questions)
    onText(rest)
    if (rest === '') onClose()
    else toast.success(`${countOf(questions.length, 'question')} added. What is left needs mending`)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Paste questions"
      description={note}
      size="lg"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={questions.length === 0 || left > 0} onClick={add}>
            {questions.length === 0
              ? 'Add Questions'
              : `Add ${countOf(questions.length, 'Question')}`}
          </Button>
        </>
      }
    >
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Field label="Questions">
            <TextArea
              rows={10}
              spellCheck={false}
              value={text}
              onChange={(event) => onText(event.target.value)}
            />
          </Field>
          <div aria-live="polite">
            {text.trim() !== '' && <FoundSummary of="Understood" found={found} left={left} />}
          </div>
          <FoundQuestions found={found} />
        </div>
        <Syntax />
      </div>
    </Dialog>
  )
}

function Syntax() {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-sunken p-3 text-sm">
      <h3 id={id} className="font-medium">
        How to write them
      </h3>
      <pre className="mt-2 font-mono text-xs/relaxed whitespace-pre-wrap">{PASTE_EXAMPLE}</pre>
      <p className="mt-2 text-muted">
        A number or an empty line begins a question. * or [x] marks what is right, or a line such as
        “Answer: b”. Lines with &gt; are an order, lines with = what is accepted.
      </p>
    </section>
  )
}
