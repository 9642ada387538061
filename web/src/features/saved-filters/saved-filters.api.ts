import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import type { FilteredList, SavedFilter } from '@frontdesk/contract/saved-filters'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/query-client.ts'

export type { FilteredList, SavedFilter }

/** The filters of a list that the person can choose. */
export const savedFiltersQuery = (list: FilteredList) =>
  queryOptions({
    queryKey: ['saved_filters', list],
    queryFn: ({ signal }) => call('GET /saved-filters', { signal, query: { list } }),
  })

type NewFilter = Input<Api['POST /saved-filters']['body']>

/** What a filter is to be; without an id it is a new one. */
export type FilterWish = NewFilter & { id?: string; isDefault: boolean }

/** Keeps a filter, and says whether the list opens with it. */
export function useKeepFilter() {
  const refresh = useRefresh('saved_filters')
  return useMutation({
    mutationFn: async ({ id, isDefault, ...body }: FilterWish) => {
      const { list: _, ...change } = body
      const kept = id
        ? await call('PUT /saved-filters/:id', { params: { id }, body: change })
        : await call('POST /saved-filters', { body })
      if (kept.is_default === isDefault) return kept
      return setDefault(kept.id, isDefault)
    },
    // Kept, and no default yet, is kept all the same.
    onSettled: refresh,
  })
}

const setDefault = async (id: string, isDefault: boolean) =>
  call('PUT /saved-filters/:id/default', { params: { id }, body: { is_default: isDefault } })

export function useSetDefault() {
  const refresh = useRefresh('saved_filters')
  return useMutation({
    mutationFn: ({ id, isDefault }: { id: string; isDefault: boolean }) =>
      setDefault(id, isDefault),
    onSettled: refresh,
  })
}

export function useDeleteFilter() {
  const refresh = useRefresh('saved_filters')
  return useMutation({
    mutationFn: (id: string) => call('DELETE /saved-filters/:id', { params: { id } }),
    onSettled: refresh,
  })
}
