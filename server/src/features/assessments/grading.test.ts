import { array, assert, integer, property, record, uuid } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { freezeQuestions, showQuestions, type WrittenQuestion } from './frozen-questions.ts'
import { type Answers, answersFault, grade, isPass } from './grading.ts'

const question = (id: string, points = 1): WrittenQuestion => ({
  id,
  question: `Question ${id}`,
  options: ['north', 'east', 'south', 'west'],
  correctAnswer: 2,
  points,
})

const written = record({
  id: uuid(),
  options: array(integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 8 }),
  pick: integer({ min: 0, max: 1000 }),
  points: integer({ min: 1, max: 20 }),
}).map(({ id, options, pick, points }) => ({
  id,
  question: 'Which?',
  // Each text once, so that the test can tell them apart.
  options: options.map((value, index) => `${index}: ${value}`),
  correctAnswer: pick % options.length,
  points,
}))
const questions = array(written, { minLength: 1, maxLength: 30 })

describe('freezing', () => {
  it('keeps the order without shuffling', () => {
    const frozen = freezeQuestions([question('a'), question('b')], false)
    expect(frozen.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(frozen[0]).toMatchObject({ correctAnswer: 2, optionOrder: [0, 1, 2, 3] })
  })

  it('law: a shuffled question has the same options, and the same one is right', () => {
    assert(
      property(questions, (all) => {
        const frozen = freezeQuestions(all, true)
        expect(frozen.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
        for (const one of frozen) {
          const before = all.find(({ id }) => id === one.id)!
          expect(one.options[one.correctAnswer]).toBe(before.options[before.correctAnswer])
          expect(one.optionOrder.map((index) => before.options[index])).toEqual(one.options)
        }
      }),
    )
  })

  it('puts every option first about as often', () => {
    const first = [0, 0, 0, 0]
    for (let i = 0; i < 4000; i += 1)
      first[freezeQuestions([question('a')], true)[0]!.optionOrder[0]!]! += 1
    for (const times of first) expect(times).toBeGreaterThan(800)
  })

  it('shows nothing of what is right', () => {
    const shown = showQuestions(freezeQuestions([question('a')], true))
    expect(Object.keys(shown[0]!).toSorted()).toEqual([
      'id',
      'options',
      'order',
      'points',
      'question',
    ])
  })
})

describe('grading', () => {
  it('is 100 × earned / possible with one decimal', () => {
    const frozen = freezeQuestions([question('a'), question('b'), question('c')], false)
    expect(grade(frozen, { a: 2, b: 2, c: 0 })).toEqual({ score: 66.7, wrong: ['c'] })
  })

  it('counts points, not questions', () => {
    const frozen = freezeQuestions([question('a', 9), question('b')], false)
    expect(grade(frozen, { a: 2, b: 0 })).toEqual({ score: 90, wrong: ['b'] })
  })

  it('gives nothing for what was not answered, nor for names of the prototype', () => {
    const frozen = freezeQuestions([question('a'), question('constructor')], false)
    expect(grade(frozen, {}).score).toBe(0)
  })

  it('law: all right is 100, all wrong is 0', () => {
    assert(
      property(questions, (all) => {
        const frozen = freezeQuestions(all, true)
        const right = Object.fromEntries(frozen.map((one) => [one.id, one.correctAnswer]))
        const wrong = Object.fromEntries(
          frozen.map((one) => [one.id, (one.correctAnswer + 1) % one.options.length]),
        )
        expect(grade(frozen, right)).toEqual({ score: 100, wrong: [] })
        expect(grade(frozen, wrong).score).toBe(0)
      }),
    )
  })

  it('passes at exactly the required score', () => {
    expect(isPass(70, 70)).toBe(true)
    expect(isPass(69.9, 70)).toBe(false)
    expect(isPass(0, 0)).toBe(true)
  })
})

test.each<[string, Answers, string]>([
  ['a question that was not asked', { a: 0, b: 0, z: 0 }, 'unknown_question'],
  ['an option that is not there', { a: 4, b: 0 }, 'unknown_option'],
  ['a negative option', { a: -1, b: 0 }, 'unknown_option'],
  ['half an option', { a: 0.5, b: 0 }, 'unknown_option'],
  ['a question without an answer', { a: 0 }, 'unanswered'],
])('refuses %s', (_, answers, code) => {
  const frozen = freezeQuestions([question('a'), question('b')], false)
  expect(answersFault(frozen, answers)?.code).toBe(code)
})

test('takes an answer to each question', () => {
  const frozen = freezeQuestions([question('a'), question('b')], false)
  expect(answersFault(frozen, { a: 0, b: 3 })).toBeUndefined()
})
