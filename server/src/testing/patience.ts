import { pbkdf2Sync } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'

/** How long a wait for something that comes goes on: it ends only what never will, before the test's own limit (vitest.config.ts) and with a better message. */
export const EVER = { timeout: 200_000, interval: 10 }

/** What the probe takes on an idle core. */
const PROBE_MS = 25

/** How many times as long as on an idle machine things may take on this one, which has other work too. */
function busyness(): number {
  const from = performance.now()
  pbkdf2Sync('how', 'busy', 100_000, 32, 'sha256')
  const stretched = (performance.now() - from) / PROBE_MS
  return Math.max(1, loadavg()[0]! / availableParallelism(), stretched)
}

/** A limit in milliseconds for an idle machine, as it is for this one now. */
export const scaled = (ms: number) => ms * busyness()

/** Whether what took `ms` was too slow, this machine allowed for. */
export const tookTooLong = (ms: number, limit: number) => ms >= limit && ms >= scaled(limit)
