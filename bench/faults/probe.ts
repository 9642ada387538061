import { setTimeout as delay } from 'node:timers/promises'
import { apiClient } from '../../server/src/testing/api-client.ts'

const EVERY_MS = 40

/** How long somebody waits who has nothing to do with the fault: asked at a steady pace, however long answers take. */
export async function probe(
  url: string,
  token: string,
  ms: number,
  over?: AbortSignal,
): Promise<number[]> {
  const api = apiClient(url, { token })
  const times: number[] = []
  const asked: Promise<void>[] = []
  const end = performance.now() + ms
  for (; performance.now() < end; await delay(EVERY_MS)) {
    if (over?.aborted) break
    const started = performance.now()
    const note = () => void times.push(performance.now() - started)
    asked.push(api('GET /policies', { query: { limit: 25 } }).then(note, note))
  }
  await Promise.all(asked)
  return times
}

/** Half of them, and 95 %, within so many milliseconds. */
export function within(times: number[]): { half: number; p95: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { half: at(0.5), p95: at(0.95) }
}

/** Not slower than twice the usual; what a busy machine adds by itself is left out. */
export function isUndisturbed(usual: number[], meanwhile: number[]): boolean {
  return within(meanwhile).half <= within(usual).half * 2 + 10
}

export const told = (usual: number[], meanwhile: number[]) => {
  const [before, then] = [within(usual), within(meanwhile)]
  return `others wait ${then.half.toFixed(0)} ms (95 %: ${then.p95.toFixed(0)}), usually ${before.half.toFixed(0)} (${before.p95.toFixed(0)})`
}
