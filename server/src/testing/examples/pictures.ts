import type { CallOptions } from '../api-client.ts'
import { pictureForm, pictureOf } from '../pictures.ts'
import type { Examples } from './world.ts'

const withPicture = async (): Promise<CallOptions> => ({
  body: pictureForm(await pictureOf(40, 30), { field: 'picture' }),
})

export const picturesExamples = {
  'POST /pictures': { input: withPicture, audit: 'picture.uploaded' },
  'GET /pictures/:name': {
    input: async ({ server, admin }) => {
      const { body } = await server.api.as(admin)('POST /pictures', await withPicture())
      return { params: { name: body.name } }
    },
    audit: null,
  },
} satisfies Partial<Examples>
