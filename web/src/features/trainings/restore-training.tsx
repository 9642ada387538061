import type { Training } from '@frontdesk/contract/trainings'
import { ArchiveRestore } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useRestoreTraining } from './trainings.api.ts'

/** Puts an archived training back into use. */
export function RestoreTraining({ training }: { training: Pick<Training, 'id' | 'title'> }) {
  const restore = useRestoreTraining()
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={ArchiveRestore}
      aria-label={`Restore ${training.title}`}
      busy={restore.isPending}
      onClick={() =>
        restore.mutate(training.id, {
          onSuccess: () => toast.success(`“${training.title}” is back`),
          onError: (error) => toast.error(failureOf(error, 'Failed to restore training')),
        })
      }
    >
      Restore
    </Button>
  )
}
