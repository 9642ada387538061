import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const sessionEndpoints = {
  endAllSessions: endpoint({
    method: 'DELETE',
    path: '/admin/sessions',
    access: 'admin',
    fresh: true,
    summary: 'Signs everybody out but the session that asks, in open browsers too.',
    response: z.object({ ended: z.int().describe('How many sessions that were.') }),
  }),
}
