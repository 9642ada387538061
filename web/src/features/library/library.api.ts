import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

/** All of the starter library, without the texts. */
export const libraryQuery = queryOptions({
  queryKey: ['library', 'list'],
  queryFn: ({ signal }) => call('GET /library', { signal }),
})

/** One text of it, whole. */
export const libraryTextQuery = (slug: string) =>
  queryOptions({
    queryKey: ['library', 'one', slug],
    queryFn: ({ signal }) => call('GET /library/:slug', { signal, params: { slug } }),
  })

export const takeText = (slug: string) => call('POST /library/:slug/take', { params: { slug } })
