/** What the address of every picture of a text begins with. */
export const PICTURE_PATH = '/api/v1/pictures/'

/** A picture of a text as its name says it: which bytes, and how many pixels they show. */
export interface NamedPicture {
  name: string
  width: number
  height: number
}

const NAME = /^[0-9a-f]{64}-([1-9]\d{0,4})x([1-9]\d{0,4})\.webp$/

/** What a name says; null where it is none. */
export function pictureNamed(name: string): NamedPicture | null {
  const [, width, height] = NAME.exec(name) ?? []
  return width && height ? { name, width: Number(width), height: Number(height) } : null
}

const NAMED = /\/api\/v1\/pictures\/([0-9a-f]{64}-[1-9]\d{0,4}x[1-9]\d{0,4}\.webp)/g

/** The names of the pictures in a text, each once. */
export const picturesNamedIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(NAMED), ([, name]) => name!)),
]
