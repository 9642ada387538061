import { PICTURE_PATH, pictureNamed, type NamedPicture } from '@frontdesk/contract/picture-names'

/** The picture that an address of this site leads to; null where it leads elsewhere. */
export function pictureAt(address: string): NamedPicture | null {
  const { origin } = globalThis.location
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  return path.startsWith(PICTURE_PATH) ? pictureNamed(path.slice(PICTURE_PATH.length)) : null
}

/** As high and wide as the picture, with nothing on it: a frame has its size before the picture is there. */
export const blankOf = ({ width, height }: NamedPicture) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E`
