import {
  type QueryKey,
  useIsMutating,
  useMutation,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { forgetRecentItem } from '#web/lib/session-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmBox, useSecondStep } from '#web/ui/confirm.tsx'
import { CallFailure } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'

const deletionKey = (itemKey: QueryKey) => ['deletion', ...itemKey]

type Deletion = {
  /** Of the query that holds the item. */
  itemKey: QueryKey
  remove: () => Promise<unknown>
  /** Leaves the item's page; until then nothing asks for the item that is gone. */
  onDeleted: () => Promise<void>
  /** Asks again for everything that the deletion touches. */
  refresh: () => Promise<unknown>
}

function useDeletion({ itemKey, remove, onDeleted, refresh }: Deletion) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: deletionKey(itemKey),
    mutationFn: remove,
    onSuccess: async () => {
      await onDeleted()
      client.removeQueries({ queryKey: itemKey })
      await refresh()
    },
  })
}

/** Whether this browser is just deleting the item that this query holds. */
export function useIsDeleting(itemKey: QueryKey): boolean {
  return useIsMutating({ mutationKey: deletionKey(itemKey) }) > 0
}

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
      <CallFailure of={deletion} title={`Failed to delete ${what}`} />
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
      <CallFailure of={archive} title={words.failure} />
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
