import type { Process } from '@frontdesk/contract/processes'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '#web/lib/api-error.ts'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDeleteProcess, useRestoreProcess } from './processes.api.ts'

type DeleteProcessProps = { process: Process; onCancel: () => void }

/** The second step of deleting; what is deleted can be brought back from the toast. */
export function DeleteProcess({ process, onCancel }: DeleteProcessProps) {
  const navigate = useNavigate()
  const restoring = useRestoreProcess()

  const restore = async () => {
    try {
      await restoring.mutateAsync(process.id)
      toast.success(`“${process.title}” is back`)
    } catch (error) {
      toast.error(messageOf(error, 'Failed to restore process'))
    }
  }
  const deletion = useDeleteProcess(process.id, async () => {
    toast.undo(`“${process.title}” was deleted`, () => void restore())
    await navigate({ to: '/processes' })
  })
  return (
    <div className="mt-4 grid max-w-[68ch] gap-3">
      {deletion.error && (
        <ErrorPanel title="Failed to delete process" onDismiss={() => deletion.reset()}>
          {messageOf(deletion.error, 'An unexpected error occurred')}
        </ErrorPanel>
      )}
      <ConfirmBox
        question="Are you sure you want to delete this process? Its runs stay."
        busy={deletion.isPending}
        busyLabel="Deleting…"
        onConfirm={() => deletion.mutate()}
        onCancel={onCancel}
      />
    </div>
  )
}
