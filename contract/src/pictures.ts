import { z } from 'zod'
import { PICTURE_MAX_BYTES } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { pictureNamed } from './picture-names.ts'

/** The SHA-256 of its bytes, and how large it is. */
export const pictureName = z
  .string()
  .max(90)
  .refine((name) => pictureNamed(name) !== null, 'This is not the name of a picture')
  .describe('`<SHA-256 of its bytes>-<width>x<height>.webp`, in pixels.')

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
