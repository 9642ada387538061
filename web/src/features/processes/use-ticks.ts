import { useState } from 'react'
import { browserStore } from '#web/lib/browser-store.ts'
import { useUser } from '#web/session/user.tsx'

/**
 * Which steps of a process this person has ticked while following it; kept in this browser until
 * they start over. `steps` are those that exist: ticks of removed ones don't count.
 */
export function useTicks(processId: string, steps: { id: string }[]) {
  const key = `process-ticks:${useUser().id}:${processId}`
  const [ids, setIds] = useState(() => readTicks(key))
  const keep = (next: string[]) => {
    setIds(next)
    writeTicks(key, next)
  }
  const ticked = new Set(steps.map((step) => step.id).filter((id) => ids.includes(id)))
  return {
    ticked,
    tick: (id: string, on: boolean) => {
      const others = [...ticked].filter((other) => other !== id)
      keep(on ? [...others, id] : others)
    },
    restore: keep,
    startOver: () => keep([]),
  }
}

function readTicks(key: string): string[] {
  try {
    const kept = JSON.parse(browserStore()?.getItem(key) ?? '[]') as unknown
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function writeTicks(key: string, ids: string[]) {
  try {
    if (ids.length === 0) browserStore()?.removeItem(key)
    else browserStore()?.setItem(key, JSON.stringify(ids))
  } catch {
    // A full storage: the ticks last as long as the page.
  }
}
