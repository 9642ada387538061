import { createDocument } from '../documents.ts'
import { type Examples, nothing } from './world.ts'

export const favouritesExamples = {
  'GET /users/me/favourites': { input: nothing, audit: null },
  'PUT /users/me/favourites': {
    input: async ({ server, admin }) => {
      const { id } = await createDocument(server.api.as(admin))
      return { body: { type: 'documents' as const, id, favourite: true } }
    },
    audit: null,
  },
} satisfies Partial<Examples>
