import type { Process } from '@frontdesk/contract/processes'
import { useNavigate } from '@tanstack/react-router'
import { Dialog } from '#web/ui/dialog.tsx'
import { useStartRun } from './process-runs.api.ts'
import { RunForm } from './run-form.tsx'

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
