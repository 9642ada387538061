import { type Examples, nothing } from './world.ts'

export const evidenceExamples = {
  'GET /evidence/key': { input: nothing, audit: null },
  'GET /admin/evidence/checkpoints': { input: nothing, audit: null },
  'POST /admin/evidence/checkpoints': { input: nothing, audit: 'evidence.checkpoint_made' },
  'GET /admin/evidence/settings': { input: nothing, audit: null },
  'PUT /admin/evidence/settings': {
    input: () => ({ body: { mail_to: ['lawyer@example.com'] } }),
    audit: 'evidence.mail_to_changed',
  },
} satisfies Partial<Examples>
