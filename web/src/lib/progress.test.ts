import { afterEach, expect, test, vi } from 'vitest'
import { sendWithProgress } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

test('what was cancelled before it could go out is not sent', async () => {
  const send = vi.fn<() => void>()
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget()
      open = vi.fn<() => void>()
      // A browser fires nothing for a request that isn't sent yet.
      abort = vi.fn<() => void>()
      send = send
    },
  )
  const init = { headers: new Headers(), signal: AbortSignal.abort() }
  const answer = sendWithProgress('/documents', init, () => undefined)
  answer.catch(() => undefined)
  expect(send).not.toHaveBeenCalled()
  await expect(answer).rejects.toThrow('Cancelled')
})
