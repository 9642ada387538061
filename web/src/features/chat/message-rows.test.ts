import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import { expect, test, vi } from 'vitest'
import { linksIn, readersOf, rowsOf } from './message-rows.ts'

const message = (number: number) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the rows are made from
  ({
    id: `m${number}`,
    number,
    user_id: number % 7 < 4 ? 'ana' : 'ben',
    client_id: `c${number}`,
    created_at: new Date(2026, 9, 1, number).toISOString(),
  }) as ChatMessage

test.each([null, 0, 30, 55, 77])(
  'what is on screen stays as it is when older messages come (read to %s)',
  (readTo) => {
    const all = Array.from({ length: 100 }, (_, index) => message(index + 1))
    const options = { waiting: [], readTo, userId: 'ben' }
    const whole = rowsOf(all, { ...options, hasOlder: false })
    for (let first = 1; first < 99; first += 1) {
      const shown = rowsOf(all.slice(first), { ...options, hasOlder: true })
      expect(shown).toEqual(whole.slice(-shown.length))
      expect(shown.filter(({ kind }) => kind === 'message')).toHaveLength(99 - first)
    }
  },
)

test('what is new begins with what somebody else said, and stands once', () => {
  const said = (user_id: string, number: number) => ({ ...message(number), user_id })
  const kindsOf = (messages: ChatMessage[], readTo: number) =>
    rowsOf(messages, { waiting: [], readTo, userId: 'ben', hasOlder: false })
      .filter(({ kind }) => kind !== 'day')
      .map((row) => (row.kind === 'message' ? row.message.user_id : row.kind))
  const both = [said('ana', 1), said('ben', 2), said('ana', 3), said('ana', 4)]
  expect(kindsOf(both, 1)).toEqual(['ana', 'ben', 'new', 'ana', 'ana'])
  expect(kindsOf(both, 4)).toEqual(['ana', 'ben', 'ana', 'ana'])
  expect(kindsOf([said('ana', 1), said('ben', 2)], 1)).toEqual(['ana', 'ben'])
})

test('who can no longer sign in is not waited for, and stays named where they had read it', () => {
  const member = (id: string, active: boolean, read: number) => ({
    id,
    name: id,
    active,
    read_number: read,
  })
  const said = { user_id: 'ada', number: 5 }
  const people = [
    member('ada', true, 5),
    member('ben', true, 4),
    member('left', false, 0),
    member('gone', false, 7),
  ]
  const names = (marks: [string, number][]) => {
    const { readers, isAll } = readersOf(said, people, new Map(marks))
    return [readers.map(({ name }) => name), isAll]
  }
  expect(names([])).toEqual([['gone'], false])
  expect(names([['ben', 5]])).toEqual([['ben', 'gone'], true])
})

test('links of this site become cards, and those of others do not', () => {
  vi.stubGlobal('location', { origin: 'https://desk.example' })
  const path = '/policies/019a0000-0000-7000-8000-000000000001'
  const ours = [path, `https://desk.example${path}`]
  for (const link of ours) {
    expect(linksIn(`See ${link}.`)).toEqual([link])
    expect(linksIn(`**[it](${link})**`)).toEqual([link])
  }
  for (const elsewhere of [
    'https://evil.example',
    'evil.example',
    '//evil.example',
    'ftp://evil',
  ]) {
    expect(linksIn(`See ${elsewhere}${path}`)).toEqual([])
    expect(linksIn(`[it](${elsewhere}${path})`)).toEqual([])
  }
})

test.each(['a', '/', '/policies/'])('a long message of %s is no work', (part) => {
  const started = performance.now()
  for (let n = 0; n < 200; n += 1) expect(linksIn(part.repeat(8000 / part.length))).toEqual([])
  // It takes some 20 ms; a search from each letter takes 15 s.
  expect(performance.now() - started).toBeLessThan(3000)
})
