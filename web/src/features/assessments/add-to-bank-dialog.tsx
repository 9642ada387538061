import { useState } from 'react'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { bankBodyOf } from './bank-texts.ts'
import { useAddToBank } from './bank.api.ts'
import type { QuestionTexts } from './question-texts.ts'
import { countOf } from './questions-found.tsx'
import { TopicField } from './topic-field.tsx'

type AddToBankDialogProps = {
  /** Written ones. */
  questions: QuestionTexts[]
  /** What to begin with. */
  topic?: string
  onClose: () => void
  /** With the places of those that were added, and what they are called in the bank. */
  onAdded?: (added: { place: number; id: string }[]) => void
}

/** Adds some of these questions to the bank, on one topic. */
export function AddToBankDialog(props: AddToBankDialogProps) {
  const { questions, onClose, onAdded } = props
  const [topic, setTopic] = useState(props.topic ?? '')
  const [left, setLeft] = useState<number[]>([])
  const add = useAddToBank()
  const chosen = questions.flatMap((question, place) =>
    left.includes(place) ? [] : [{ question, place }],
  )
  const send = async () => {
    const body = bankBodyOf({ topic, questions: chosen.map(({ question }) => question) })
    const added = await add.mutateAsync(body)
    toast.success(`${countOf(added.length, 'question')} added to the bank`)
    onAdded?.(added.map(({ id }, index) => ({ place: chosen[index]!.place, id })))
    onClose()
  }
  const fields = add.error instanceof ApiError ? add.error.fields : undefined
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add to the question bank"
      description="The bank keeps copies: what becomes of these changes nothing there."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={chosen.length === 0}
            busy={add.isPending}
            busyLabel="Adding…"
            onClick={() => void send().catch(() => undefined)}
          >
            {chosen.length === 0 ? 'Add Questions' : `Add ${countOf(chosen.length, 'Question')}`}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {add.error && !fields?.topic && (
          <ErrorPanel title="Failed to add the questions" onDismiss={() => add.reset()}>
            {messageOf(add.error, 'Please try again.')}
          </ErrorPanel>
        )}
        <TopicField
          value={topic}
          error={fields?.topic}
          onChange={(event) => setTopic(event.target.value)}
        />
        <fieldset className="min-w-0">
          <legend className="mb-2 font-medium">Questions</legend>
          <div className="grid gap-1">
            {questions.map(({ question }, place) => (
              <Checkbox
                // oxlint-disable-next-line react/no-array-index-key -- a question is its place
                key={place}
                label={<span className="wrap-anywhere">{question}</span>}
                checked={!left.includes(place)}
                onChange={() =>
                  setLeft((all) =>
                    all.includes(place) ? all.filter((one) => one !== place) : [...all, place],
                  )
                }
                className="rounded-sm px-2 py-1.5 hover:bg-hover"
              />
            ))}
          </div>
        </fieldset>
      </div>
    </Dialog>
  )
}
