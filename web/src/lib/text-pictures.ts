import { type NamedPicture, PICTURE_PATH, pictureNamed } from '@frontdesk/contract/picture-names'
import { queryOptions } from '@tanstack/react-query'
import { createContext } from 'react'
import { download } from './call.ts'

/** The picture that an address of this site leads to; null where it leads elsewhere. */
export function pictureAt(address: string): NamedPicture | null {
  const { origin } = globalThis.location
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  return path.startsWith(PICTURE_PATH) ? pictureNamed(path.slice(PICTURE_PATH.length)) : null
}

/** As high and wide as the picture, with nothing on it: a frame has its size before the picture is there. */
export const blankOf = ({ width, height }: NamedPicture) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E`

/** Fetches the bytes of a picture by its name. */
export type FetchPicture = (name: string, signal: AbortSignal) => Promise<Blob>

/** As whoever is signed in. */
const fetchPicture: FetchPicture = async (name, signal) =>
  (await download('GET /pictures/:name', { signal, params: { name } })).blob

/** How the pictures of the texts below are fetched: not everybody who reads is signed in. */
export const PictureSource = createContext<FetchPicture>(fetchPicture)

/**
 * A picture of a text as an address that an image element can show. Its name is of its bytes: it never changes.
 * They are let go a while after nobody looks at it.
 */
export const textPictureQuery = (name: string, fetchIt: FetchPicture = fetchPicture) =>
  queryOptions({
    queryKey: ['text_pictures', name],
    queryFn: async ({ signal }) => URL.createObjectURL(await fetchIt(name, signal)),
    staleTime: 'static',
    gcTime: 15 * 60_000,
  })
