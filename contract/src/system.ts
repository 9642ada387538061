import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const systemEndpoints = {
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    access: 'public',
    summary: 'The process answers.',
    response: z.object({ status: z.literal('ok') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    access: 'public',
    summary: 'The database and the storage can be reached; 503 otherwise.',
    response: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
}
