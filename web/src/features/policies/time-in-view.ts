/** More of one sitting is not kept: whoever leaves the page open for days may sign all the same. */
const MOST_SECONDS = 24 * 60 * 60

/** Counts what has passed since the last time where the page was in view; in whole seconds. */
export function countIn(seen: { milliseconds: number; since: number }): number {
  const now = performance.now()
  if (seen.since > 0) seen.milliseconds += now - seen.since
  seen.since = document.visibilityState === 'visible' ? now : 0
  return Math.min(MOST_SECONDS, Math.floor(seen.milliseconds / 1000))
}
