import { onNewPolicy } from './policies.ts'
import { type Examples, nothing, type World } from './world.ts'

const reason = 'Ruiz v. Harbor & Pine'

export const legalHoldsExamples = {
  'GET /admin/legal-holds': { input: nothing, audit: null },
  'POST /admin/legal-holds': {
    input: async (world) => ({ body: await onPolicy(world) }),
    audit: 'legal_hold.set',
  },
  'POST /admin/legal-holds/:id/lift': {
    input: async (world) => {
      const { body } = await world.server.api.as(world.admin)('POST /admin/legal-holds', {
        body: await onPolicy(world),
      })
      return { params: { id: body.id }, body: { reason: 'Settled' } }
    },
    audit: 'legal_hold.lifted',
  },
} satisfies Partial<Examples>

async function onPolicy(world: World) {
  const { params } = await onNewPolicy(world)
  return { item_type: 'policy' as const, item_id: params.id, reason }
}
