import { expect, test } from 'vitest'
import {
  addressOf,
  codeAt,
  hashRecoveryCode,
  isAppCode,
  newRecoveryCodes,
  newSecret,
  readCode,
} from './codes.ts'

/** RFC 6238, appendix B: the secret of its examples, of which apps show the last six digits. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at %d seconds the code is that of RFC 6238', (seconds, code) => {
  expect(codeAt(RFC_SECRET, seconds * 1000)).toBe(code)
})

const NOW = 1_800_000_010_000

test('codes of the step before and after count, with the step that they are of', () => {
  const secret = newSecret()
  for (const away of [-1, 0, 1]) {
    const code = codeAt(secret, NOW + away * 30_000)
    expect(readCode(secret, code, NOW)).toEqual({
      step: Math.floor(NOW / 30_000) + away,
      secondsOff: 0,
    })
  }
  const code = codeAt(secret, NOW)
  expect(readCode(secret, `${code.slice(0, 3)} ${code.slice(3)}`, NOW)).toHaveProperty('step')
})

test('a clock that is off is recognised, and opens nothing', () => {
  const secret = newSecret()
  for (const away of [-20, -6, -2, 2, 20]) {
    const code = codeAt(secret, NOW + away * 30_000)
    expect(readCode(secret, code, NOW)).toMatchObject({ secondsOff: away * 30 })
  }
  expect(readCode(secret, codeAt(secret, NOW + 21 * 30_000), NOW)).toBeNull()
})

test('what is no code of six digits is none of the app', () => {
  expect(['123456', '123 456', '123-456'].every(isAppCode)).toBe(true)
  expect(['12345', '1234567', 'ABCD-EFGH', '', '１２３４５６'].some(isAppCode)).toBe(false)
})

test('the address names the brokerage and the person', () => {
  const address = new URL(addressOf('GEZDGNBV', { issuer: 'Bell & Sons', label: 'a@example.com' }))
  expect(address.protocol).toBe('otpauth:')
  expect(decodeURIComponent(address.pathname)).toContain('Bell & Sons:a@example.com')
  expect(address.searchParams.get('secret')).toBe('GEZDGNBV')
  expect(address.searchParams.get('issuer')).toBe('Bell & Sons')
})

test('recovery codes are ten others each time, and are read however they are typed', () => {
  const codes = newRecoveryCodes()
  expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20)
  for (const code of codes)
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  const hash = hashRecoveryCode('me', '10AB-CDEF-0011-PQRS')
  expect(hashRecoveryCode('me', ' ioab cdef oOlL pqrs')).toEqual(hash)
  expect(hashRecoveryCode('you', '10AB-CDEF-0011-PQRS')).not.toEqual(hash)
})
