import { z } from 'zod'
import { PICTURE_MAX_BYTES } from './constants.ts'
import { endpoint } from './endpoint.ts'

/** What every picture's address begins with, in texts too. */
export const PICTURE_PATH = '/api/v1/pictures/'

const NAME = /^[0-9a-f]{64}-([1-9]\d{0,4})x([1-9]\d{0,4})\.webp$/

/** The SHA-256 of its bytes, and how large it is. */
export const pictureName = z
  .string()
  .max(90)
  .refine((name) => NAME.test(name), 'This is not the name of a picture')
  .describe('`<SHA-256 of its bytes>-<width>x<height>.webp`, in pixels.')

/** How large the picture of an address is, in pixels; null for any other address. */
export function pictureSizeOf(address: string): { width: number; height: number } | null {
  if (!address.startsWith(PICTURE_PATH)) return null
  const [, width, height] = NAME.exec(address.slice(PICTURE_PATH.length)) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : null
}

const NAMED = /\/api\/v1\/pictures\/([0-9a-f]{64}-[1-9]\d{0,4}x[1-9]\d{0,4}\.webp)/g

/** The names of the pictures in a text, each once. */
export const picturesNamedIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(NAMED), ([, name]) => name!)),
]

export const Picture = z.object({
  name: pictureName,
  path: z.string().describe('What stands in the text: `![what it shows](path)`.'),
  width: z.int(),
  height: z.int(),
  size: z.int().describe('In bytes.'),
})
export type Picture = z.infer<typeof Picture>

export const pictureEndpoints = {
  uploadPicture: endpoint({
    method: 'POST',
    path: '/pictures',
    access: 'user',
    summary:
      'Keeps a picture for a text: made smaller where it is wider than 1600 pixels, and stripped of all else that the file says. The same picture has the same name. One that no text names any more goes after a week. 413 over 10 MB, 422 for what is not a PNG, JPEG, GIF or WebP picture, 429 after too many.',
    upload: { field: 'picture', maxBytes: PICTURE_MAX_BYTES },
    response: Picture,
    status: 201,
  }),
  getPicture: endpoint({
    method: 'GET',
    path: '/pictures/:name',
    access: 'user',
    summary: 'A picture of a text. Honours `If-None-Match`.',
    params: z.object({ name: pictureName }),
    produces: 'image/webp',
  }),
}
