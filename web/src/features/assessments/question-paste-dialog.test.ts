import { expect, test } from 'vitest'
import { PASTE_EXAMPLE, pastedQuestions } from './question-paste-dialog.tsx'

const found = (text: string) =>
  pastedQuestions(text).questions.map(({ place: _place, ...question }) => question)

const problems = (text: string) =>
  pastedQuestions(text).problems.map(({ place, message }) => `${place}: ${message}`)

test('every kind, as the syntax beside the field shows it', () => {
  expect(pastedQuestions(PASTE_EXAMPLE)).toEqual({
    questions: [
      {
        place: 1,
        question: 'Who holds the keys?',
        options: ['The seller', 'The office'],
        correctAnswer: 1,
        points: 1,
      },
      {
        place: 5,
        question: 'What is put away?',
        kind: 'several',
        options: ['Mail', 'Curtains', 'Keys'],
        correctAnswer: 0,
        correctAnswers: [0, 2],
        points: 2,
      },
      {
        place: 10,
        question: 'The door stays locked.',
        kind: 'true_false',
        options: ['True', 'False'],
        correctAnswer: 0,
        points: 1,
      },
      {
        place: 13,
        question: 'In which order?',
        kind: 'ordering',
        options: ['Call', 'Visit'],
        correctAnswer: 0,
        points: 1,
      },
      {
        place: 17,
        question: 'Whom do you tell?',
        kind: 'text',
        options: [],
        correctAnswer: 0,
        acceptedAnswers: ['The office', 'Nora'],
        points: 1,
      },
    ],
    problems: [],
    rest: '',
  })
})

test.each([
  ['Who?\nA. You\nB. They\nANSWER: B', { options: ['You', 'They'], correctAnswer: 1 }],
  ['Q1: Who?\r\n\r\na) You *\r\nb) They', { options: ['You', 'They'], correctAnswer: 0 }],
  ['1) Who?\n- [ ] You\n- [X] They', { options: ['You', 'They'], correctAnswer: 1 }],
  ['Which?\na) 1\nb) 2\nc) 3\nAnswers: a and c', { kind: 'several', correctAnswers: [0, 2] }],
  ['Is it?\nTrue/False: False', { kind: 'true_false', correctAnswer: 1 }],
  ['Is it?\nAnswer: true.', { kind: 'true_false', correctAnswer: 0 }],
  ['A question\nof two lines?\n= x', { question: 'A question\nof two lines?', kind: 'text' }],
  [
    'What is 1. here, e.g. this? (1 pt)\n= x',
    { question: 'What is 1. here, e.g. this?', points: 1 },
  ],
])('as others write it: %j', (text, expected) => {
  expect(problems(text)).toEqual([])
  expect(found(text)).toMatchObject([expected])
})

test.each([
  ['Who?', '1: There are no answers to this question'],
  ['\nWho?\na) You\nb) They', '2: No option is marked as right'],
  ['Who?\n*a) You', '1: A question needs at least two options'],
  ['Who?\n*a) You\nb) you', '1: Two options say the same'],
  ['Who?\n*a) You\nb)', '3: This answer is empty'],
  ['Who?\n*a) You\n= They', '3: This answer is written in another way than the ones before'],
  ['Who?\n*a) You\nb) They\nTrue', '1: This has options, and is true or false as well'],
  ['Who?\na) You\nb) They\n*c) We\nAnswer: d', '5: There is no option d)'],
  ['Who?\n*a) You\nb) They\nWhat?', '4: Neither an answer nor a new question'],
  ['Who? (0 points)\n= You', '1: Points are a whole number from 1 to 1,000'],
  [`Who?\n= ${'x'.repeat(501)}`, '2: At most 500 characters'],
])('what is wrong is said by its line: %j', (text, expected) => {
  expect(found(text)).toEqual([])
  expect(problems(text)).toEqual([expect.stringContaining(expected)])
})

test('what could not be taken is left, word for word, and nothing else', () => {
  const text = '1. One?\n*a) x\nb) y\n\n2. Two?\na) x\n b) y\n\n3. Three?\n= z\n\n4. Four?'
  const { questions, problems: wrong, rest } = pastedQuestions(text)
  expect(questions.map(({ question }) => question)).toEqual(['One?', 'Three?'])
  expect(wrong.map(({ place }) => place)).toEqual([5, 12])
  expect(rest).toBe('2. Two?\na) x\n b) y\n\n4. Four?')
  expect(pastedQuestions(rest).questions).toEqual([])
})

test('nothing is nothing', () => {
  expect(pastedQuestions(' \n\n')).toEqual({ questions: [], problems: [], rest: '' })
})
