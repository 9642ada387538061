import { useSyncExternalStore } from 'react'
import { watchLive } from '#web/lib/live-channel.ts'

/** Who came or went since this code was fetched; before that the server's lists say. */
let online: ReadonlyMap<string, boolean> = new Map()
const listeners = new Set<() => void>()

watchLive((event) => {
  if (event.type === 'presence') online = new Map(online).set(event.user_id, event.online)
  // After a break the lists are asked for again, and are right.
  else if (event.type === 'lost') online = new Map()
  else return
  for (const listener of listeners) listener()
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** By person; somebody who is not in it is as the last list said. */
export function usePresence(): ReadonlyMap<string, boolean> {
  return useSyncExternalStore(subscribe, () => online)
}
