import { policySource } from './policies.ts'
import { processSource } from './processes.ts'
import type { SearchSource } from './source.ts'
import { userSource } from './users.ts'

/** Everything that is searched: one source for each type. */
export const searchSources: SearchSource[] = [userSource, policySource, processSource]
