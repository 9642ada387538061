import type { Training } from '@frontdesk/contract/trainings'
import { useNavigate } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { useSecondStep } from '#web/features/policies/use-second-step.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useArchiveTraining, useRestoreTraining } from './trainings.api.ts'

type ArchiveTrainingProps = { training: Training; onArchived: () => void }

/** Takes a training out of use in two steps; the toast brings it back. */
export function ArchiveTraining({ training, onArchived }: ArchiveTrainingProps) {
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const navigate = useNavigate()
  const archive = useArchiveTraining()
  const restore = useRestoreTraining()

  const bringBack = async () => {
    try {
      await restore.mutateAsync(training.id)
      toast.success(`“${training.title}” is back`)
    } catch (error) {
      toast.error(messageOf(error, 'Failed to restore training'))
    }
  }
  const confirm = async () => {
    try {
      await archive.mutateAsync(training.id)
      onArchived()
      toast.undo(`“${training.title}” was archived`, () => void bringBack())
      await navigate({ to: '/training' })
    } catch {
      // The panel below says what went wrong.
    }
  }
  return (
    <div className="mt-8 grid max-w-4xl gap-3 border-t border-line pt-6">
      {archive.error && (
        <ErrorPanel title="Failed to delete training" onDismiss={() => archive.reset()}>
          {messageOf(archive.error, 'An unexpected error occurred')}
        </ErrorPanel>
      )}
      {isAsking ? (
        <ConfirmBox
          question="Archive this training? Nobody can take it any more; attempts and certificates stay."
          confirmLabel="Archive"
          busy={archive.isPending}
          busyLabel="Archiving…"
          onConfirm={() => void confirm()}
          onCancel={cancel}
        />
      ) : (
        <div>
          <Button variant="ghost" icon={Archive} ref={trigger} onClick={ask}>
            Archive Training
          </Button>
        </div>
      )}
    </div>
  )
}
