import type { UseMutationResult } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'

type OfItem = UseMutationResult<unknown, Error, string>

type ArchiveItemProps = {
  item: { id: string; title: string }
  archive: OfItem
  restore: OfItem
  words: { question: string; button: string; failure: string; restoreFailure: string }
  onArchived: () => void
  /** Goes where such items are listed. */
  leave: () => Promise<void>
}

/** Takes something out of use in two steps; the toast brings it back. */
export function ArchiveItem(props: ArchiveItemProps) {
  const { item, archive, restore, words, onArchived, leave } = props
  const { isAsking, ask, cancel, trigger } = useSecondStep()

  const bringBack = async () => {
    try {
      await restore.mutateAsync(item.id)
      toast.success(`“${item.title}” is back`)
    } catch (error) {
      toast.error(failureOf(error, words.restoreFailure))
    }
  }
  const confirm = async () => {
    try {
      await archive.mutateAsync(item.id)
      onArchived()
      toast.undo(`“${item.title}” was archived`, () => void bringBack())
      await leave()
    } catch {
      // The panel below says what went wrong.
    }
  }
  return (
    <div className="mt-8 grid max-w-4xl gap-3 border-t border-line pt-6">
      {archive.error && (
        <ErrorPanel title={words.failure} onDismiss={() => archive.reset()}>
          {messageOf(archive.error, 'An unexpected error occurred')}
        </ErrorPanel>
      )}
      {isAsking ? (
        <ConfirmBox
          question={words.question}
          confirmLabel="Archive"
          busy={archive.isPending}
          busyLabel="Archiving…"
          onConfirm={() => void confirm()}
          onCancel={cancel}
        />
      ) : (
        <div>
          <Button variant="ghost" icon={Archive} ref={trigger} onClick={ask}>
            {words.button}
          </Button>
        </div>
      )}
    </div>
  )
}
