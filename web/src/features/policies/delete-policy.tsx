import type { Policy } from '@frontdesk/contract/policies'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '#web/lib/api-error.ts'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDeletePolicy, useRestorePolicy } from './policies.api.ts'

type DeletePolicyProps = { policy: Policy; onCancel: () => void }

/** The second step of deleting; what is deleted can be brought back from the toast. */
export function DeletePolicy({ policy, onCancel }: DeletePolicyProps) {
  const navigate = useNavigate()
  const restoring = useRestorePolicy()

  const restore = async () => {
    try {
      await restoring.mutateAsync(policy.id)
      toast.success(`“${policy.title}” is back`)
    } catch (error) {
      toast.error(messageOf(error, 'Failed to restore policy'))
    }
  }
  const deletion = useDeletePolicy(policy.id, async () => {
    toast.undo(`“${policy.title}” was deleted`, () => void restore())
    await navigate({ to: '/policies' })
  })
  return (
    <div className="mt-4 grid max-w-[68ch] gap-3">
      {deletion.error && (
        <ErrorPanel title="Failed to delete policy" onDismiss={() => deletion.reset()}>
          {messageOf(deletion.error, 'An unexpected error occurred')}
        </ErrorPanel>
      )}
      <ConfirmBox
        question="Are you sure you want to delete this policy?"
        busy={deletion.isPending}
        busyLabel="Deleting…"
        onConfirm={() => deletion.mutate()}
        onCancel={onCancel}
      />
    </div>
  )
}
