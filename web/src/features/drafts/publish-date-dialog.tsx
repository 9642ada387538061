import type { Draft } from '@frontdesk/contract/drafts'
import { useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { DraftEditor } from './use-draft-editor.ts'

type PublishDateDialogProps = { draft: Draft; editor: DraftEditor; onClose: () => void }

/** Asks for the moment at which a draft goes live by itself. */
export function PublishDateDialog({ draft, editor, onClose }: PublishDateDialogProps) {
  const [wall, setWall] = useState(() => wallOf(draft.publish_at ?? tomorrowAtNine()))
  const [earliest] = useState(() => wallOf(new Date().toISOString()))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const set = async () => {
    const at = new Date(wall)
    if (wall === '' || Number.isNaN(at.getTime()))
      return setProblem('Please choose a date and time')
    setProblem(null)
    setIsBusy(true)
    try {
      const isSet = await editor.date(at.toISOString())
      if (isSet) toast.success(`It is published on ${formatDateTime(at.toISOString())}`)
      onClose()
    } catch (error) {
      setProblem(failureOf(error, 'Failed to set the date'))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose()
      }}
      size="sm"
      title="Publish on a date"
      description="The draft is saved now, and goes live by itself then, in your name. It can be changed until that moment."
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button busy={isBusy} busyLabel="Setting…" onClick={() => void set()}>
            Set the date
          </Button>
        </>
      }
    >
      <Field label="Date and time" hint="By your own clock." error={problem ?? undefined}>
        <TextInput
          type="datetime-local"
          className="max-w-64"
          min={earliest}
          value={wall}
          onChange={(event) => setWall(event.target.value)}
        />
      </Field>
    </Dialog>
  )
}

function tomorrowAtNine(): string {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(9, 0, 0, 0)
  return at.toISOString()
}

/** A moment as an input of date and time takes it, by the person's own clock. */
function wallOf(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
