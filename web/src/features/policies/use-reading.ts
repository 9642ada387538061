import type { Policy } from '@frontdesk/contract/policies'
import { useState } from 'react'

/**
 * The text on screen never changes under its reader: it stays at the version that was opened until
 * they turn to a newer one. `before` is then the version that they had been reading.
 */
export function useReading(latest: Policy | undefined, settled: boolean) {
  const [pinned, setPinned] = useState<Policy>()
  const [before, setBefore] = useState<Policy>()
  if (latest && settled && !pinned) setPinned(latest)

  const shown = pinned && pinned.version !== latest?.version ? pinned : latest
  const newer = latest && shown && latest.version !== shown.version ? latest : undefined
  const turnTo = (policy: Policy) => {
    setBefore(shown)
    setPinned(policy)
  }
  return { shown, newer, before, turnTo }
}
