import type { Process } from '@frontdesk/contract/processes'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DueDateField } from '#web/features/editing/due-date-field.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { dayOf, endOfDay } from '#web/lib/due-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { type RunBody, useStartRun } from './process-runs.api.ts'

type RunFormProps = {
  run?: { title: string; due_at: string | null }
  saveLabel: string
  busyLabel: string
  failure: string
  hint: string
  onSave: (body: RunBody) => Promise<void>
  onCancel: () => void
}

/** Title and due date of a run. */
export function RunForm({ run, saveLabel, busyLabel, failure, hint, ...on }: RunFormProps) {
  const [title, setTitle] = useState(run?.title ?? '')
  const [dueOn, setDueOn] = useState(run?.due_at ? dayOf(new Date(run.due_at)) : '')
  const [isMissing, setIsMissing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)

  const save = async () => {
    setIsMissing(title.trim() === '')
    if (title.trim() === '') return
    setIsSaving(true)
    setProblem(null)
    try {
      await on.onSave({ title: title.trim(), due_at: dueOn === '' ? null : endOfDay(dueOn) })
    } catch (error) {
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
    setIsSaving(false)
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        label="Title"
        required
        hint={hint}
        error={isMissing ? 'Please give the run a title' : null}
      >
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </Field>
      <DueDateField value={dueOn} onChange={setDueOn} future={false} />
      {problem && (
        <ErrorPanel title={failure} onDismiss={() => setProblem(null)}>
          {problem}
        </ErrorPanel>
      )}
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
        <Button variant="secondary" disabled={isSaving} onClick={on.onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSaving} busyLabel={busyLabel}>
          {saveLabel}
        </Button>
      </div>
    </form>
  )
}

type StartRunDialogProps = { process: Process; onClose: () => void }

export function StartRunDialog({ process, onClose }: StartRunDialogProps) {
  const start = useStartRun(process.id)
  const navigate = useNavigate()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Start a run"
      description={
        process.steps_count === 1
          ? `The one step of “${process.title}” is kept in the run as it is now.`
          : `The ${process.steps_count} steps of “${process.title}” are kept in the run as they are now.`
      }
    >
      <RunForm
        saveLabel="Start Run"
        busyLabel="Starting…"
        failure="Failed to start run"
        hint="Whom or what it is for, such as an address. Everyone at the brokerage can see it and work on it."
        onSave={async (body) => {
          const run = await start.mutateAsync(body)
          await navigate({ to: '/processes/runs/$id', params: { id: run.id } })
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}
