import { onNewPolicy } from './policies.ts'
import type { Examples } from './world.ts'

export const undoExamples = {
  'POST /undo/:id': {
    input: async (world) => {
      const { params } = await onNewPolicy(world)
      const { headers } = await world.server.api.as(world.admin)('POST /policies/:id/assign', {
        params,
        body: { user_ids: [world.agent.id] },
      })
      return { params: { id: headers.get('X-Undo') ?? '' } }
    },
    audit: 'policy.unassigned',
  },
} satisfies Partial<Examples>
