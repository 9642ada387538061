import type { Person } from '@frontdesk/contract/users'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callForPage, download } from '#web/lib/call.ts'
import { dataUrlOf } from '#web/lib/files.ts'
import { byCursor } from '#web/lib/paging.ts'

/** Two columns, three or four: no last row is left half empty. */
const PAGE = 48
/** Enough people to choose from; who is not among them is searched for. */
const CHOICES = 50

/** Colleagues by name, a page at a time. */
export const directoryQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['users', 'directory', { search }],
    queryFn: ({ pageParam, signal }) =>
      callForPage('GET /users', {
        signal,
        query: { limit: PAGE, cursor: pageParam, search: search || undefined },
      }),
    ...byCursor,
  })

/** Active people whose name matches, by name, to choose from. */
export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: ['users', 'list', { search }],
    queryFn: ({ signal }) =>
      call('GET /users', { signal, query: { limit: CHOICES, search: search || undefined } }),
    placeholderData: keepPreviousData,
  })

/** For admins: also those who are deactivated, and may have left. */
export const everybodyQuery = (search: string) =>
  queryOptions({
    queryKey: ['users', 'everybody', { search }],
    queryFn: ({ signal }) =>
      call('GET /admin/users', {
        signal,
        query: { limit: CHOICES, search: search || undefined, view: 'list' },
      }),
    placeholderData: keepPreviousData,
  })

/** One person as colleagues see them. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => call('GET /users/:id', { signal, params: { id } }),
  })

export type Pictured = Pick<Person, 'id' | 'profile_picture_img_location'>
export type PictureSize = '96' | '512'

/**
 * A person's picture as a `data:` address: an image element can't show a token. Its key is the
 * address of exactly this picture, so it never goes stale.
 */
export const pictureQuery = (person: Pictured, size: PictureSize) =>
  queryOptions({
    queryKey: ['pictures', person.profile_picture_img_location, size],
    queryFn: async ({ signal }) => {
      const { id } = person
      const key = 'GET /users/:id/profile-picture'
      const { blob } = await download(key, { signal, params: { id }, query: { size } })
      return dataUrlOf(blob)
    },
    enabled: Boolean(person.profile_picture_img_location),
    staleTime: 'static',
    gcTime: 15 * 60_000,
    retry: false,
  })

/** Every active admin, by name. */
export const adminsQuery = queryOptions({
  queryKey: ['users', 'admins'],
  queryFn: ({ signal }) =>
    call('GET /admin/users', {
      signal,
      query: { role: 'admin', status: 'active', limit: 1000, view: 'list' },
    }),
})
