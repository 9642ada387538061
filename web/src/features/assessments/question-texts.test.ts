import { expect, test } from 'vitest'
import { newQuestion, questionBodies } from './question-texts.ts'

/** What is sent of a question whose second option was left empty. */
function sentOf(texts: Partial<ReturnType<typeof newQuestion>>) {
  const options = ['By mail', ' ', 'In person', 'By phone '].map((text) => ({ text }))
  const [body] = questionBodies([{ ...newQuestion(), question: 'How?', options, ...texts }])
  return body!
}

test.each([
  ['0', 0],
  ['2', 1],
  ['3', 2],
  ['1', -1],
  ['', -1],
])(
  'of the options as they stand the one at “%s” is right: among those that are sent the one at %i',
  (correct, place) => {
    expect(sentOf({ correct })).toMatchObject({
      options: ['By mail', 'In person', 'By phone'],
      correctAnswer: place,
    })
  },
)

test('of several right ones each is counted among those that are sent', () => {
  const options = ['By mail', '', 'In person', 'By phone'].map((text, at) => ({
    text,
    right: at > 0,
  }))
  expect(sentOf({ kind: 'several', options })).toMatchObject({
    correctAnswers: [1, 2],
    correctAnswer: 1,
  })
})

test('rows on which nothing was written are no questions', () => {
  expect(questionBodies([newQuestion(), { ...newQuestion(), question: 'How?' }])).toMatchObject([
    { question: 'How?', order: 1 },
  ])
})
