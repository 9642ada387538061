import { useSyncExternalStore } from 'react'
import { browserStore } from './session-storage.ts'

const KEY = 'shortcuts'
const listeners = new Set<() => void>()

/** Whether single keys do something; somebody who dictates, or slips, turns them off (WCAG 2.1.4). */
export const areShortcutsOn = () => browserStore()?.getItem(KEY) !== 'off'

/** Remembered in this browser, whose keyboard it is about. */
export function setShortcutsOn(isOn: boolean) {
  if (isOn) browserStore()?.removeItem(KEY)
  else browserStore()?.setItem(KEY, 'off')
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useShortcutsOn = () => useSyncExternalStore(watch, areShortcutsOn)

/** Whether ⌘ is what Ctrl is elsewhere. */
export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator.userAgent)
