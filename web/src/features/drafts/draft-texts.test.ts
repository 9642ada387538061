import type { Draft } from '@frontdesk/contract/drafts'
import { expect, test } from 'vitest'
import { policyTextsOf } from './draft-texts.ts'

const live = {
  title: 'Keys',
  description: 'Who has them',
  category: 'Office',
  content: 'In a box.',
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is read of a draft here
const draftOf = (body: object) => ({ body }) as Draft

test('of a draft null is none, and what it leaves out is as it is live', () => {
  const texts = policyTextsOf(
    draftOf({ title: 'Keys', content: 'In a safe.', description: null }),
    live,
  )
  expect(texts).toEqual({
    title: 'Keys',
    content: 'In a safe.',
    description: '',
    category: 'Office',
  })
})
