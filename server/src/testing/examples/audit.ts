import type { Examples } from './world.ts'

export const auditExamples = {
  'GET /admin/audit': {
    input: ({ agent }) => ({ query: { search: 'ben', actor_id: agent.id, kind: 'sign_ins' } }),
    audit: null,
  },
  'GET /admin/audit.csv': {
    input: () => ({ query: { kind: 'exports', from: '2026-01-01T00:00:00Z' } }),
    audit: 'audit.exported',
  },
} satisfies Partial<Examples>
