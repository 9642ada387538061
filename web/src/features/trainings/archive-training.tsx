import type { Training } from '@frontdesk/contract/trainings'
import { useNavigate } from '@tanstack/react-router'
import { ArchiveItem } from '#web/features/editing/archive-item.tsx'
import { useArchiveTraining, useRestoreTraining } from './trainings.api.ts'

const words = {
  question: 'Archive this training? Nobody can take it any more; attempts and certificates stay.',
  button: 'Archive Training',
  failure: 'Failed to delete training',
  restoreFailure: 'Failed to restore training',
}

type ArchiveTrainingProps = { training: Training; onArchived: () => void }

export function ArchiveTraining({ training, onArchived }: ArchiveTrainingProps) {
  const navigate = useNavigate()
  return (
    <ArchiveItem
      item={training}
      archive={useArchiveTraining()}
      restore={useRestoreTraining()}
      words={words}
      onArchived={onArchived}
      leave={async () => navigate({ to: '/training' })}
    />
  )
}
