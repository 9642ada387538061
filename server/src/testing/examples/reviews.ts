import { onNewPolicy } from './policies.ts'
import type { Examples, World } from './world.ts'

export const reviewsExamples = {
  'GET /admin/reviews': { input: () => ({ query: { due: 'true', limit: 5 } }), audit: null },
  'GET /admin/reviews/:type/:id': { input: onReview, audit: null },
  'PUT /admin/reviews/:type/:id': {
    input: async (world) => ({ ...(await onReview(world)), body: { review_on: '2041-05-01' } }),
    audit: 'review.changed',
  },
  'POST /admin/reviews/:type/:id/done': {
    input: async (world) => ({ ...(await onReview(world)), body: { next_on: '2042-05-01' } }),
    audit: 'review.finished',
  },
} satisfies Partial<Examples>

async function onReview(world: World) {
  const { params } = await onNewPolicy(world)
  return { params: { type: 'policy' as const, id: params.id } }
}
