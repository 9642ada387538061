import { type Examples, nothing } from './world.ts'

export const settingsExamples = {
  'GET /settings/public': { input: nothing, audit: null },
  'GET /settings/front-desk': { input: nothing, audit: null },
} satisfies Partial<Examples>
