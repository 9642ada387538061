import type { ChatMessage } from '@frontdesk/contract/chat-messages'
import { expect, test } from 'vitest'
import { rowsOf } from './message-rows.ts'

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
