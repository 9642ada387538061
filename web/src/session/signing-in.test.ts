import { describe, expect, test } from 'vitest'
import { formError, loginError, signupError } from './signing-in.ts'
import { ApiError } from '#web/lib/api-error.ts'

const GENERIC = 'Request failed with status 500 (Internal Server Error)'
const said = new ApiError('Said by the server', 403, { error: 'Said by the server' })
const silent = new ApiError(GENERIC, 500, {})

describe('a failed try', () => {
  test('is told in the words of the server', () => {
    expect([loginError(said), signupError(said)]).toEqual([said.message, said.message])
  })

  test('that the server says nothing about is told in the words of the screen', () => {
    expect(loginError(silent)).toBe('Login failed')
    expect(signupError(silent)).toBe('Failed to create account. Please try again.')
  })

  test.each([
    ['never reached the server', new ApiError('Not reached', 0, { code: 'unreachable' })],
    ['broke the server', new ApiError('It broke', 500, { error: 'It broke' })],
  ])('that %s says so after the words of the screen', (_, error) => {
    expect(loginError(error)).toBe(`Login failed. ${error.message}`)
    expect(signupError(error)).toBe(`Failed to create account. Please try again. ${error.message}`)
  })

  test('that is one too many says for how long to wait, behind the words of the server', () => {
    const sentence = 'Too many sign-in attempts. Please wait a few minutes and try again.'
    const refusal = (retryAfter?: number) =>
      new ApiError(sentence, 429, { error: sentence, code: 'too_many' }, retryAfter)
    for (const told of [loginError, signupError, formError]) {
      expect(told(refusal(200))).toBe(`${sentence} You can try again in 4 minutes.`)
      expect(told(refusal(1))).toBe(`${sentence} You can try again in 1 second.`)
      expect(told(refusal())).toBe(sentence)
    }
  })
})
