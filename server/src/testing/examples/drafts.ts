import { uuidv7 } from 'uuidv7'
import type { Examples, World } from './world.ts'

const draftBody = { title: 'An example', content: 'What to do.' }

export const draftsExamples = {
  'GET /drafts': { input: () => ({ query: { kind: 'policy', limit: 5 } }), audit: null },
  'POST /drafts': {
    input: () => ({ body: { kind: 'policy', body: draftBody } }),
    audit: 'draft.created',
  },
  'GET /drafts/:id': { input: onNewDraft, audit: null },
  'PUT /drafts/:id': {
    input: async (world) => ({ ...(await onNewDraft(world)), body: { body: draftBody } }),
    audit: 'draft.saved',
  },
  'DELETE /drafts/:id': { input: onNewDraft, audit: 'draft.discarded' },
  'POST /drafts/:id/publish': {
    input: async (world) => ({ ...(await onNewDraft(world)), body: {} }),
    audit: 'policy.created',
  },
  'PUT /drafts/:id/publish-at': {
    input: async (world) => ({
      ...(await onNewDraft(world)),
      body: { publish_at: '2041-05-01T12:00:00Z' },
    }),
    audit: 'draft.dated',
  },
  'GET /drafts/:id/comments': { input: onNewDraft, audit: null },
  'POST /drafts/:id/comments': {
    input: async (world) => ({ ...(await onNewDraft(world)), body: { body: 'Shorter?' } }),
    audit: 'draft.commented',
  },
  'DELETE /drafts/:id/comments/:comment_id': {
    input: async (world) => {
      const { params } = await onNewDraft(world)
      const { body } = await world.server.api.as(world.admin)('POST /drafts/:id/comments', {
        params,
        body: { body: 'Shorter?' },
      })
      return { params: { ...params, comment_id: body.id } }
    },
    audit: 'draft.comment_removed',
  },
} satisfies Partial<Examples>

async function onNewDraft({ server, admin }: World) {
  const { body } = await server.api.as(admin)('POST /drafts', {
    body: { kind: 'policy', body: { ...draftBody, title: `Example ${uuidv7()}` } },
  })
  return { params: { id: body.id } }
}
