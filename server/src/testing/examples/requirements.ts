import { onNewPolicy, onRequirement } from './policies.ts'
import type { Examples } from './world.ts'

const due_at = '2031-05-01T12:00:00Z'

export const requirementsExamples = {
  'POST /admin/users/:id/require-policy': {
    input: async (world) => {
      const { params } = await onNewPolicy(world)
      return { params: { id: world.agent.id }, body: { policy_id: params.id, due_at } }
    },
    audit: 'policy.assigned',
  },
  'PUT /policies/:id/requirements/:requirement_id': {
    input: async (world) => ({ ...(await onRequirement(world)), body: { due_at } }),
    audit: 'policy.due_date_changed',
  },
} satisfies Partial<Examples>
