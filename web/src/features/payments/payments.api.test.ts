import { expect, test } from 'vitest'
import { formatMoney } from './payments.api.ts'

test.each([
  [1200, 'usd', '$12.00'],
  [1200, 'jpy', '¥1,200'],
  [12_000, 'kwd', 'KWD 12.000'],
  // Two that have no coins, and that Stripe tells in hundredths all the same.
  [120_000, 'isk', 'ISK 1,200'],
  [120_000, 'ugx', 'UGX 1,200'],
])('%i of Stripe in %s are %s', (amount, currency, shown) => {
  expect(formatMoney({ amount, currency }, ['en-US']).replaceAll('\u00A0', ' ')).toBe(shown)
})
