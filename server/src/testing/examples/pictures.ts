import type { Picture } from '@frontdesk/contract/pictures'
import type { CallOptions } from '../api-client.ts'
import { pictureForm, pictureOf } from '../pictures.ts'
import type { Examples, World } from './world.ts'

const withPicture = async (): Promise<CallOptions> => ({
  body: pictureForm(await pictureOf(40, 30), { field: 'picture' }),
})

/** A picture that is there. */
export async function uploadExample({ server, admin }: World): Promise<Picture> {
  return (await server.api.as(admin)('POST /pictures', await withPicture())).body
}

export const picturesExamples = {
  'POST /pictures': { input: withPicture, audit: 'picture.uploaded' },
  'GET /pictures/:name': {
    input: async (world) => ({ params: { name: (await uploadExample(world)).name } }),
    audit: null,
  },
} satisfies Partial<Examples>
