import type { RequiredItem } from './requirements.api.ts'

/** What the same screens say of each kind of item. */
export const words = {
  policy: {
    assign: 'Assign policy',
    assignFailure: 'Failed to assign policy',
    whoQuestion: 'Who has to acknowledge it?',
    listFailure: 'Failed to load who this policy is required of',
    /** Goes on with a name. */
    stopQuestion: 'Stop requiring this policy of',
  },
} satisfies Record<RequiredItem['type'], Record<string, string>>
