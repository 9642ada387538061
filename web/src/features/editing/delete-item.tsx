import { type QueryKey, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { failureOf, messageOf } from '#web/lib/api-error.ts'
import { forgetRecentItem } from '#web/lib/session-storage.ts'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDeletion } from './use-deletion.ts'

type DeleteItemProps = {
  /** What kind of thing, such as `policy`. */
  what: string
  item: { id: string; title: string }
  /** Of the query that holds it. */
  itemKey: QueryKey
  question: string
  /** Where its kind is listed. */
  list: '/policies' | '/processes' | '/documents'
  remove: (id: string) => Promise<unknown>
  restore: (id: string) => Promise<unknown>
  /** Asks again for everything that either touches. */
  refresh: () => Promise<unknown>
  onCancel: () => void
}

/** The second step of deleting; what is deleted can be brought back from the toast. */
export function DeleteItem(props: DeleteItemProps) {
  const { what, item, itemKey, question, list, remove, restore, refresh, onCancel } = props
  const navigate = useNavigate()
  const restoring = useMutation({ mutationFn: restore, onSuccess: refresh })

  const bringBack = async () => {
    try {
      await restoring.mutateAsync(item.id)
      toast.success(`“${item.title}” is back`)
    } catch (error) {
      toast.error(failureOf(error, `Failed to restore ${what}`))
    }
  }
  const deletion = useDeletion({
    itemKey,
    remove: async () => remove(item.id),
    onDeleted: async () => {
      forgetRecentItem(item.id)
      toast.undo(`“${item.title}” was deleted`, () => void bringBack())
      await navigate({ to: list })
    },
    refresh,
  })
  return (
    <div className="mt-4 grid max-w-[68ch] gap-3">
      {deletion.error && (
        <ErrorPanel title={`Failed to delete ${what}`} onDismiss={() => deletion.reset()}>
          {messageOf(deletion.error, 'An unexpected error occurred')}
        </ErrorPanel>
      )}
      <ConfirmBox
        question={question}
        busy={deletion.isPending}
        busyLabel="Deleting…"
        onConfirm={() => deletion.mutate()}
        onCancel={onCancel}
      />
    </div>
  )
}
