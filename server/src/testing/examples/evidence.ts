import { type Examples, nothing } from './world.ts'

export const evidenceExamples = {
  'GET /evidence/key': { input: nothing, audit: null },
} satisfies Partial<Examples>
