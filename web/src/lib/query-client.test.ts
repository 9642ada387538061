import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { AskingClient, queryClient } from './query-client.ts'

test('what changes while the first answer is under way is asked for once more', async () => {
  const client = new AskingClient()
  const answers: ((answer: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['documents', 'list'],
    queryFn: async () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const stop = observer.subscribe(() => undefined)
  const refreshed = client.invalidateQueries({ queryKey: ['documents'] })
  answers[0]!('of before')
  await vi.waitUntil(() => answers.length === 2, { timeout: 20_000 })
  expect(observer.getCurrentResult().data).toBe('of before')
  answers[1]!('of now')
  await refreshed
  expect(observer.getCurrentResult().data).toBe('of now')
  expect(answers).toHaveLength(2)
  stop()
})

test('what the server or the line is to blame for is tried twice more, and nothing else', () => {
  const { retry } = queryClient.getDefaultOptions().queries ?? {}
  if (typeof retry !== 'function') throw new Error('no rule')
  const tries = (error: Error) => [0, 1, 2].map((failures) => retry(failures, error))
  for (const status of [0, 500, 503])
    expect(tries(new ApiError('Away', status))).toEqual([true, true, false])
  for (const status of [401, 404, 409, 422, 429])
    expect(tries(new ApiError('No', status))).toEqual([false, false, false])
  expect(tries(new TypeError('a fault of ours'))).toEqual([false, false, false])
})
