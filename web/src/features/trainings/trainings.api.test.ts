import { afterEach, describe, expect, it, vi } from 'vitest'
import { saveOpened } from './trainings.api.ts'

const [training, first, second] = [1, 2, 3].map((n) => `01990000-0000-7000-8000-00000000000${n}`)

describe('where somebody is in a training', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is told in the order in which they went, and what was lost holds up nothing', async () => {
    vi.stubGlobal('sessionStorage', { getItem: () => null })
    vi.stubGlobal('localStorage', { getItem: () => null })
    const told: string[] = []
    const answers: (() => void)[] = []
    vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
      if (path.endsWith('/csrf-token'))
        return new Response(null, { headers: { 'X-CSRF-Token': 'csrf' } })
      told.push((JSON.parse(body) as { content_id: string }).content_id)
      return new Promise<Response>((_, fail) => answers.push(() => fail(new TypeError('cut off'))))
    })

    saveOpened(training!, first!)
    saveOpened(training!, second!)

    await vi.waitFor(() => expect(told).toEqual([first]))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(told).toEqual([first])
    answers[0]!()
    await vi.waitFor(() => expect(told).toEqual([first, second]))
  })
})
