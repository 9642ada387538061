import { describe, expect, it } from 'vitest'
import { ApiError, failureOf } from './api-error.ts'

describe('what failed, and why', () => {
  it.each([
    ['a refusal says it all', new ApiError('Taken', 409), 'Taken'],
    ['a server that breaks', new ApiError('It broke', 500), 'Failed to do it. It broke'],
    ['a server that is away', new ApiError('Not reached', 0), 'Failed to do it. Not reached'],
    ['what is no answer at all', new TypeError('x is undefined'), 'Failed to do it'],
    ['the same sentence twice', new ApiError('Failed to do it', 500), 'Failed to do it'],
  ])('%s', (_, error, sentence) => expect(failureOf(error, 'Failed to do it')).toBe(sentence))
})
