import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { AskingClient } from './query-client.ts'

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
