import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { formError, loginError, signupError } from './signing-in.ts'

const refusal = (error: string, retryAfter?: number) =>
  new ApiError(error, 429, { error, code: 'too_many' }, retryAfter)

test('after too many tries the server’s sentence stands, with how long to wait behind it', () => {
  const sentence = 'Too many sign-in attempts. Please wait a few minutes and try again.'
  for (const said of [loginError, signupError, formError]) {
    expect(said(refusal(sentence, 200))).toBe(`${sentence} You can try again in 4 minutes.`)
    expect(said(refusal(sentence, 1))).toBe(`${sentence} You can try again in 1 second.`)
    expect(said(refusal(sentence))).toBe(sentence)
  }
})
