import { expect, test } from 'vitest'
import { draftKey, forgetDraft, keepDraft, readDraft } from './quiz.tsx'

function store() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const key = draftKey('training', 'person')

test('a draft comes back for the attempt that it was of, and for no other', () => {
  const kept = store()
  keepDraft(kept, key, { attempt_id: 'one', answers: { a: 2 } })
  expect(readDraft(kept, key, 'one')).toEqual({ a: 2 })
  expect(readDraft(kept, key, 'two')).toEqual({})
  const answers = { a: 2, b: [0, 2], c: 'As it was typed ' }
  keepDraft(kept, key, { attempt_id: 'one', answers })
  expect(readDraft(kept, key, 'one')).toEqual(answers)
  forgetDraft(kept, key)
  expect(readDraft(kept, key, 'one')).toEqual({})
})

test('each training and each person has a key of their own', () => {
  expect(new Set([key, draftKey('other', 'person'), draftKey('training', 'other')]).size).toBe(3)
})

test('what is not a draft, and a store that takes nothing, do no harm', () => {
  const kept = store()
  for (const text of [
    '',
    'no',
    '[]',
    '{"attempt_id":"one"}',
    '{"attempt_id":"one","answers":{"a":0.5}}',
    '{"attempt_id":"one","answers":{"a":["x"]}}',
    '{"attempt_id":"one","answers":{"a":null}}',
  ]) {
    kept.setItem(key, text)
    expect(readDraft(kept, key, 'one')).toEqual({})
  }
  const full = {
    ...kept,
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(() => keepDraft(full, key, { attempt_id: 'one', answers: {} })).not.toThrow()
  expect(readDraft(null, key, 'one')).toEqual({})
})
