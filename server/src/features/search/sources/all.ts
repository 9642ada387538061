import { documentSource } from './documents.ts'
import { policySource } from './policies.ts'
import { processSource } from './processes.ts'
import type { SearchSource } from './source.ts'
import { testSource } from './tests.ts'
import { trainingSource } from './trainings.ts'
import { userSource } from './users.ts'

/** Everything that is searched: one source for each type. */
export const searchSources: SearchSource[] = [
  userSource,
  policySource,
  processSource,
  documentSource,
  trainingSource,
  testSource,
]
