import type { Topic } from '@frontdesk/contract/question-bank'
import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import { useId, useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useRenameTopic } from './bank.api.ts'

type RenameTopicDialogProps = { topic: Topic; onClose: () => void }

/** Gives a topic another name, wherever it stands. */
export function RenameTopicDialog({ topic, onClose }: RenameTopicDialogProps) {
  const form = useId()
  const [name, setName] = useState(topic.name)
  const rename = useRenameTopic()
  const save = async () => {
    await rename.mutateAsync({ id: topic.id, name })
    toast.success(`The topic is called “${name.trim()}” now`)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Rename topic"
      description="For all of its questions, and the quizzes that draw from it."
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={rename.isPending} busyLabel="Saving…">
            Rename
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save().catch(() => undefined)
        }}
      >
        <Field
          label="Name"
          required
          error={rename.error ? messageOf(rename.error, 'Please try again.') : undefined}
        >
          <TextInput
            value={name}
            maxLength={TRAINING_LIMITS.topic}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
