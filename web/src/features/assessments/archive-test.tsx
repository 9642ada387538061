import type { Test } from '@frontdesk/contract/assessments'
import { ArchiveItem } from '#web/features/editing/archive-item.tsx'
import { useArchiveTest, useRestoreTest } from './assessments.api.ts'
import { useOpenAdminTests } from './use-open-admin-tests.ts'

const words = {
  question: 'Archive this test? Nobody can take it any more; attempts and certificates stay.',
  button: 'Archive Test',
  failure: 'Failed to archive test',
  restoreFailure: 'Failed to restore test',
}

type ArchiveTestProps = { test: Test; onArchived: () => void }

export function ArchiveTest({ test, onArchived }: ArchiveTestProps) {
  return (
    <ArchiveItem
      item={test}
      archive={useArchiveTest()}
      restore={useRestoreTest()}
      words={words}
      onArchived={onArchived}
      leave={useOpenAdminTests()}
    />
  )
}
