import { NOTHING_SAVED, countOf, FoundSummary, FoundQuestions } from './questions-found.tsx'
import type { QuestionFormat, QuestionImport } from '@frontdesk/contract/questions'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CallFailure } from '#web/ui/error-panel.tsx'
import { Spinner } from '#web/ui/skeleton.tsx'

const MOST_BYTES = 900_000
const ENDINGS = '.csv,.txt,.gift,.xml'

type QuestionImportDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** How many questions there may still be. */
  room: number
  /** What becomes of them. */
  note?: string
  onImport: (questions: QuestionImport['questions']) => void
}

/** Takes questions from a file into the form, after showing what is in it and what is wrong. */
export function QuestionImportDialog(props: QuestionImportDialogProps) {
  const { open, onOpenChange, room, onImport, note = NOTHING_SAVED } = props
  const [name, setName] = useState('')
  const reading = useMutation({ mutationFn: readFile })
  const { data: found } = reading
  const taken = found?.questions.slice(0, room) ?? []
  const close = (next: boolean) => {
    if (!next) reading.reset()
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Import questions"
      description={`From a spreadsheet (CSV), from GIFT or from Moodle XML. ${note}`}
      size="lg"
      footer={
        <>
          <Button variant="secondary" onClick={() => close(false)}>
            Cancel
          </Button>
          <Button
            disabled={taken.length === 0}
            onClick={() => {
              onImport(taken)
              close(false)
            }}
          >
            {taken.length === 0 ? 'Add Questions' : `Add ${countOf(taken.length, 'Question')}`}
          </Button>
        </>
      }
    >
      <FilePicker
        onPick={(file) => {
          setName(file.name)
          reading.mutate(file)
        }}
      />
      <div aria-live="polite" className="mt-4 grid gap-4">
        {reading.isPending && <Spinner label={`Reading ${name}…`} />}
        <CallFailure of={reading} title="Failed to read this file" />
        {found && (
          <>
            <FoundSummary of={name} found={found} left={found.questions.length - taken.length} />
            <FoundQuestions found={found} />
          </>
        )}
      </div>
    </Dialog>
  )
}

async function readFile(file: File): Promise<QuestionImport> {
  if (file.size > MOST_BYTES) throw new Error('Please choose a file of at most 900 KB')
  const text = await file.text()
  return call('POST /questions/import', {
    body: { format: formatOf(file.name, text), text, kinds: true },
  })
}

/** By what is in it: names of such files say little. */
function formatOf(name: string, text: string): QuestionFormat {
  if (/^\s*(?:\uFEFF)?\s*</.test(text)) return 'moodle-xml'
  return /\.csv$/i.test(name) ? 'csv' : 'gift'
}

function FilePicker({ onPick }: { onPick: (file: File) => void }) {
  const id = useId()
  return (
    <div className="rounded-lg border border-dashed border-line-control bg-sunken p-4">
      <label htmlFor={id} className="mb-2 block font-medium">
        File
      </label>
      <input
        id={id}
        type="file"
        accept={ENDINGS}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onPick(file)
        }}
        className="block w-full text-sm text-muted file:mr-3 file:h-9 file:rounded-md file:border file:border-line-control file:bg-surface file:px-3 file:text-base file:font-medium file:text-ink"
      />
      <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
        A spreadsheet names its columns in the first line: question, option 1, option 2, correct,
        points. “correct” is the number or letter of the right option. Other kinds of questions say
        so in a column “kind”: several, true or false, order, or text.
      </p>
    </div>
  )
}
