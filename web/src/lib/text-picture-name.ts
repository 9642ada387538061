/** A picture of a text as its address names it: which bytes, and how many pixels they show. */
export type NamedPicture = { name: string; width: number; height: number }

const NAME = /^([\da-f]{64})-([1-9]\d{0,4})x([1-9]\d{0,4})\.webp$/
const FOLDER = '/api/v1/pictures/'

/** What a name says; null where it is none. */
export function pictureNamed(name: string): NamedPicture | null {
  const [, , width, height] = NAME.exec(name) ?? []
  return width && height ? { name, width: Number(width), height: Number(height) } : null
}

/** The picture that an address of this site leads to; null where it leads elsewhere. */
export function pictureAt(address: string): NamedPicture | null {
  const { origin } = globalThis.location
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  return path.startsWith(FOLDER) ? pictureNamed(path.slice(FOLDER.length)) : null
}

const NAMED = /\/api\/v1\/pictures\/([\da-f]{64}-\d+x\d+\.webp)/g

/** The names of the pictures in a text, each once. */
export const namesIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(NAMED), ([, name]) => name!)),
]

/** As high and wide as the picture, with nothing on it: a frame has its size before the picture is there. */
export const blankOf = ({ width, height }: NamedPicture) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E`
