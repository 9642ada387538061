import { type Examples, nothing } from './world.ts'

export const systemExamples = {
  'GET /health/live': { input: nothing, audit: null },
  'GET /health/ready': { input: nothing, audit: null },
} satisfies Partial<Examples>
