import { type Examples, nothing } from './world.ts'

export const searchExamples = {
  'GET /search': { input: () => ({ query: { query: 'brokr', limit: 5 } }), audit: null },
  'POST /search': { input: () => ({ body: { query: 'brokr' } }), audit: null },
  'POST /search/refresh': { input: nothing, audit: 'search.refreshed' },
} satisfies Partial<Examples>
