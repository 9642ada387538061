import { type QueryKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'

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

export function useDeletion({ itemKey, remove, onDeleted, refresh }: Deletion) {
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
