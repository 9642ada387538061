import { expect, test } from 'vitest'
import { EMPTY_DRAFT, wishesOf } from './pack-form.tsx'

test('what is left empty is no limit', () => {
  expect(wishesOf(EMPTY_DRAFT)).toEqual({})
})

test('the last day is in it, and a day that has been is meant to its end', () => {
  const wishes = wishesOf({
    whom: 'some',
    people: [{ id: 'a', name: 'Ana' }],
    what: 'some',
    items: [{ id: 'b', title: 'Wire fraud' }],
    from: '2026-10-31',
    to: '2026-10-31',
    asOf: '2026-10-31',
  })
  expect(wishes).toMatchObject({ user_ids: ['a'], item_ids: ['b'] })
  const [from, to] = [wishes.from, wishes.to].map((time) => new Date(time!))
  expect([from!.getDate(), from!.getHours(), to!.getDate(), to!.getMonth()]).toEqual([31, 0, 1, 10])
  expect(new Date(wishes.as_of!).getTime()).toBe(to!.getTime() - 1000)
})

test('what was chosen before somebody went back to all does not count', () => {
  const people = [{ id: 'a', name: 'Ana' }]
  const items = [{ id: 'b', title: 'Wire fraud' }]
  expect(wishesOf({ ...EMPTY_DRAFT, people, items })).toEqual({})
})

test('today is as it is now', () => {
  expect(wishesOf({ ...EMPTY_DRAFT, asOf: '2999-01-01' }).as_of).toBeUndefined()
})
