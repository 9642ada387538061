import { CLOSE_RESTART } from '@frontdesk/contract/constants'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** How a line ended, as the browser tells it. */
export interface LineEnd {
  code: number
  reason: string
}

/**
 * A server that restarts sends everybody off at once, and says within how many seconds they should be back: each
 * comes at a moment of their own. 0 where it was no restart.
 */
export function spreadOf({ code, reason }: LineEnd): number {
  const seconds = code === CLOSE_RESTART ? Number(/(\d+) s$/.exec(reason)?.[1] ?? 0) : 0
  return Math.min(LONGEST_WAIT_MS, seconds * 1000)
}

/** How long to wait before the next try: a line that was lost alone is soon back; tries that fail come ever later. */
export function waitBefore(end: LineEnd, failures: number, random = Math.random): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
  return Math.max(random() * spreadOf(end), longest * (0.5 + random() / 2))
}

/** When the next line is tried. */
export function comingBack(connect: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let waitsForTurn = false
  return {
    /** The server restarts, and all who were there come back one by one. */
    waitsForTurn: () => waitsForTurn,
    after: (end: LineEnd) => {
      waitsForTurn = spreadOf(end) > 0
      timer = setTimeout(connect, waitBefore(end, failures))
      failures += 1
    },
    /** A line is tried now. */
    trying: () => {
      clearTimeout(timer)
      waitsForTurn = false
    },
    succeeded: () => {
      failures = 0
    },
    stop: () => clearTimeout(timer),
  }
}
