import { expect, test } from 'vitest'
import { codeFrom } from './certificates.queries.ts'

test('a code is known however it is typed, and letters that look like digits are those', () => {
  expect(codeFrom('7k3m-0a1b-XYZ0-1111')).toBe('7K3M0A1BXYZ01111')
  expect(codeFrom(' 7K3M oA1B xyzO ilIL ')).toBe('7K3M0A1BXYZ01111')
})
