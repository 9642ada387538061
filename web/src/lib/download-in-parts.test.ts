import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { downloadInParts } from './files.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function triesWith(failure: Error): Promise<number> {
  const fetchPart = vi.fn<() => Promise<{ blob: Blob }>>().mockRejectedValue(failure)
  const download = downloadInParts(fetchPart, { size: 1, onProgress: () => undefined })
  await Promise.all([expect(download).rejects.toBe(failure), vi.runAllTimersAsync()])
  return fetchPart.mock.calls.length
}

test.each([
  ['a refusal', 404, 1],
  ["a fault of the server's own", 500, 1],
  ['a server that is away', 503, 4],
  ['a broken line', 0, 4],
])('%s (%i) is tried %i times', async (_, status, tries) => {
  expect(await triesWith(new ApiError('No', status))).toBe(tries)
})
