import type { Test } from '@frontdesk/contract/tests'
import { Archive } from 'lucide-react'
import { useSecondStep } from '#web/features/policies/use-second-step.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useArchiveTest, useRestoreTest } from './tests.api.ts'
import { useOpenAdminTests } from './use-open-admin-tests.ts'

type ArchiveTestProps = { test: Test; onArchived: () => void }

/** Takes a test out of use in two steps; the toast brings it back. */
export function ArchiveTest({ test, onArchived }: ArchiveTestProps) {
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const openTests = useOpenAdminTests()
  const archive = useArchiveTest()
  const restore = useRestoreTest()

  const bringBack = async () => {
    try {
      await restore.mutateAsync(test.id)
      toast.success(`“${test.title}” is back`)
    } catch (error) {
      toast.error(messageOf(error, 'Failed to restore test'))
    }
  }
  const confirm = async () => {
    try {
      await archive.mutateAsync(test.id)
      onArchived()
      toast.undo(`“${test.title}” was archived`, () => void bringBack())
      await openTests()
    } catch {
      // The panel below says what went wrong.
    }
  }
  return (
    <div className="mt-8 grid max-w-4xl gap-3 border-t border-line pt-6">
      {archive.error && (
        <ErrorPanel title="Failed to archive test" onDismiss={() => archive.reset()}>
          {messageOf(archive.error, 'An unexpected error occurred')}
        </ErrorPanel>
      )}
      {isAsking ? (
        <ConfirmBox
          question="Archive this test? Nobody can take it any more; attempts and certificates stay."
          confirmLabel="Archive"
          busy={archive.isPending}
          busyLabel="Archiving…"
          onConfirm={() => void confirm()}
          onCancel={cancel}
        />
      ) : (
        <div>
          <Button variant="ghost" icon={Archive} ref={trigger} onClick={ask}>
            Archive Test
          </Button>
        </div>
      )}
    </div>
  )
}
