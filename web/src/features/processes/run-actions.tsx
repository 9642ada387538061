import { canSteerRun } from '@frontdesk/contract/permissions'
import type { ProcessRun } from '@frontdesk/contract/process-runs'
import { Ban, CircleCheck, PenLine, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { useUser } from '#web/session/user.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PrintButton } from '#web/ui/print-button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useMoveRun, useUpdateRun, type RunMove } from './process-runs.api.ts'
import { RunForm } from './run-form.tsx'

export function RunActions({ run }: { run: ProcessRun }) {
  const steers = canSteerRun(useUser(), run)
  const [edits, setEdits] = useState(false)
  const [asks, setAsks] = useState<'finish' | 'cancel' | null>(null)
  const move = useMoveRun(run.id)
  const open = run.steps_count - run.steps_done

  const go = async (to: RunMove) => {
    try {
      await move.mutateAsync(to)
      setAsks(null)
      if (to === 'reopen') toast.success('The run is in progress again')
      else toast.undo(to === 'finish' ? 'The run is finished' : 'The run was cancelled', reopen)
    } catch (error) {
      setAsks(null)
      toast.error(messageOf(error, 'An unexpected error occurred'))
    }
  }
  const reopen = () => void go('reopen')
  const isOpen = run.state === 'in_progress'
  return (
    <div className="flex flex-wrap gap-2">
      {steers && isOpen && (
        <>
          <Button
            size="sm"
            variant={open === 0 ? 'primary' : 'secondary'}
            icon={CircleCheck}
            busy={move.isPending}
            onClick={() => (open === 0 ? void go('finish') : setAsks('finish'))}
          >
            Finish Run
          </Button>
          <Button size="sm" variant="secondary" icon={PenLine} onClick={() => setEdits(true)}>
            Title and Date
          </Button>
        </>
      )}
      {steers && !isOpen && (
        <Button
          size="sm"
          variant="secondary"
          icon={RotateCcw}
          busy={move.isPending}
          onClick={reopen}
        >
          Reopen
        </Button>
      )}
      <PrintButton />
      {steers && isOpen && (
        <Button variant="ghost" size="sm" icon={Ban} onClick={() => setAsks('cancel')}>
          Cancel Run
        </Button>
      )}
      <ConfirmDialog
        open={asks !== null}
        onOpenChange={() => setAsks(null)}
        title={asks === 'cancel' ? 'Cancel this run?' : 'Finish this run?'}
        question={
          asks === 'cancel'
            ? 'It stays in the history with what was done so far.'
            : `${open} ${open === 1 ? 'step is' : 'steps are'} not ticked. The history will show them as left open.`
        }
        confirmLabel={asks === 'cancel' ? 'Cancel Run' : 'Finish Run'}
        cancelLabel="Keep Going"
        danger={asks === 'cancel'}
        busy={move.isPending}
        onConfirm={() => void go(asks ?? 'finish')}
      />
      <EditRunDialog run={run} open={edits} onOpenChange={setEdits} />
    </div>
  )
}

type EditRunDialogProps = {
  run: ProcessRun
  open: boolean
  onOpenChange: (open: boolean) => void
}

function EditRunDialog({ run, open, onOpenChange }: EditRunDialogProps) {
  const update = useUpdateRun(run.id)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Title and due date">
      <RunForm
        run={run}
        saveLabel="Save Changes"
        busyLabel="Saving…"
        failure="Failed to update run"
        hint="Whom or what it is for, such as an address."
        onSave={async (body) => {
          await update.mutateAsync(body)
          onOpenChange(false)
          toast.success('The run was saved')
        }}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  )
}
