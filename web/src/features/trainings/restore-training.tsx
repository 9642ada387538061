import type { Training } from '@frontdesk/contract/trainings'
import { ArchiveRestore } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useRestoreTraining } from './trainings.api.ts'

/** Puts an archived training back into use. */
export function RestoreTraining({ training }: { training: Pick<Training, 'id' | 'title'> }) {
  const restoring = useRestoreTraining()
  const restore = async () => {
    try {
      // Awaited, because the row goes with it.
      await restoring.mutateAsync(training.id)
      toast.success(`“${training.title}” is back`)
    } catch (error) {
      toast.error(failureOf(error, 'Failed to restore training'))
    }
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={ArchiveRestore}
      aria-label={`Restore ${training.title}`}
      busy={restoring.isPending}
      onClick={() => void restore()}
    >
      Restore
    </Button>
  )
}
