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
  test: {
    assign: 'Assign',
    assignFailure: 'Failed to assign it',
    whoQuestion: 'Who has to complete it?',
    listFailure: 'Failed to load who this is required of',
    stopQuestion: 'Stop requiring this of',
  },
} satisfies Record<RequiredItem['type'], Record<string, string>>
