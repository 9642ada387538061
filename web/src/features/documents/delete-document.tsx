import type { Document } from '@frontdesk/contract/documents'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '#web/lib/api-error.ts'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDeleteDocument, useRestoreDocument } from './documents.api.ts'

type DeleteDocumentProps = { document: Document; onCancel: () => void }

/** The second step of deleting; what is deleted can be brought back from the toast. */
export function DeleteDocument({ document, onCancel }: DeleteDocumentProps) {
  const navigate = useNavigate()
  const restoring = useRestoreDocument()

  const restore = async () => {
    try {
      await restoring.mutateAsync(document.id)
      toast.success(`“${document.title}” is back`)
    } catch (error) {
      toast.error(messageOf(error, 'Failed to restore document'))
    }
  }
  const deletion = useDeleteDocument(document.id, async () => {
    toast.undo(`“${document.title}” was deleted`, () => void restore())
    await navigate({ to: '/documents' })
  })
  return (
    <div className="mt-4 grid max-w-[68ch] gap-3">
      {deletion.error && (
        <ErrorPanel title="Failed to delete document" onDismiss={() => deletion.reset()}>
          {messageOf(deletion.error, 'An unexpected error occurred')}
        </ErrorPanel>
      )}
      <ConfirmBox
        question="Are you sure you want to delete this document?"
        busy={deletion.isPending}
        busyLabel="Deleting…"
        onConfirm={() => deletion.mutate()}
        onCancel={onCancel}
      />
    </div>
  )
}
