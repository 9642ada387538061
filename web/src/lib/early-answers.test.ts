import { afterEach, expect, test } from 'vitest'
import { forgetEarlyAnswers, takeEarlyAnswer } from './early-answers.ts'

const ME = '/api/v1/auth/me'

afterEach(forgetEarlyAnswers)

const ask = (answer: Promise<Response>) => {
  globalThis.earlyAnswers = { token: 'hers', answers: new Map([[ME, answer]]) }
}

test('an answer that is on its way is had once, and by whoever asked for it', async () => {
  ask(Promise.resolve(new Response('Ada')))
  expect(takeEarlyAnswer('/api/v1/policies', 'hers')).toBeUndefined()
  expect(takeEarlyAnswer(ME, 'another’s')).toBeUndefined()
  expect(takeEarlyAnswer(ME, null)).toBeUndefined()
  const answer = await takeEarlyAnswer(ME, 'hers')
  expect(await answer?.text()).toBe('Ada')
  expect(takeEarlyAnswer(ME, 'hers')).toBeUndefined()
})

test('one that the line broke off rejects as a call does', async () => {
  const broken = Promise.reject(new TypeError('Failed to fetch'))
  broken.catch(() => undefined)
  ask(broken)
  await expect(takeEarlyAnswer(ME, 'hers')).rejects.toThrow('Failed to fetch')
})

test('once the server tells of what is new they count no more', () => {
  ask(Promise.resolve(new Response()))
  forgetEarlyAnswers()
  expect(takeEarlyAnswer(ME, 'hers')).toBeUndefined()
})
