import { type Examples, nothing } from './world.ts'

const onWireFraud = () => ({ params: { slug: 'wire-fraud' } })

export const libraryExamples = {
  'GET /library': { input: nothing, audit: null },
  'GET /library/:slug': { input: onWireFraud, audit: null },
  'POST /library/:slug/take': { input: onWireFraud, audit: 'library.policy_taken' },
} satisfies Partial<Examples>
