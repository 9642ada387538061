import type { Section } from '@frontdesk/contract/trainings'
import { expect, test } from 'vitest'
import { type Seen, stepToResume } from './section-view.tsx'

const sections = ['a', 'b', 'c'].map(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is asked of a section here
  (id) => ({ id }) as Section,
)
const seen = (done: string[], last?: string): Seen => ({
  sections: ['a', 'b', 'c'].map((id) => ({
    content_id: id,
    completed: done.includes(id),
    media_position: null,
  })),
  ...(last && { last_content_id: last }),
})
const resume = (of: Seen, hasQuiz = true) => stepToResume(sections, of, hasQuiz)

test('a training goes on with the first section that is not done', () => {
  expect(resume({ sections: [] })).toBe(0)
  expect(resume(seen(['a']))).toBe(1)
  expect(resume(seen(['b', 'c']))).toBe(0)
})

test('where everything is read the quiz comes, and the last section where there is none', () => {
  expect(resume(seen(['a', 'b', 'c']))).toBe(3)
  expect(resume(seen(['a', 'b', 'c']), false)).toBe(2)
  expect(stepToResume([], { sections: [] }, false)).toBe(0)
})

test('it goes on where somebody was last, if that is still there', () => {
  expect(resume(seen(['a', 'b', 'c'], 'b'))).toBe(1)
  expect(resume(seen([], 'c'))).toBe(2)
  expect(resume(seen(['a'], 'gone'))).toBe(1)
})
