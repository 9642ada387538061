import type { ClientFrame, ServerFrame } from '@frontdesk/contract/realtime'
import { useSyncExternalStore } from 'react'

/** Whether the server answers, as the last call found. */
let reachable = true
/** When the oldest of what was read from this device since the page was opened was kept there. */
let oldest: string | null = null
const listeners = new Set<() => void>()

export function isServerReachable(): boolean {
  return reachable
}

export function setServerReachable(next: boolean) {
  if (next === reachable) return
  reachable = next
  if (next) oldest = null
  tell()
}

/** There is no line, and what was kept on this device has come instead. */
export function noteKeptAnswer(keptAt: string) {
  setServerReachable(false)
  if (oldest !== null && oldest <= keptAt) return
  oldest = keptAt
  tell()
}

/** Another page is opened: what the one before showed no longer counts. */
export function forgetKeptAnswers() {
  oldest = null
  tell()
}

function tell() {
  for (const listener of listeners) listener()
}

/** Calls back whenever the answer changes; returns what stops it. */
export function watchConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useServerReachable = () => useSyncExternalStore(watchConnection, isServerReachable)

/** Null where nothing on screen comes from this device. */
export const oldestKept = () => oldest

export const useOldestKept = () => useSyncExternalStore(watchConnection, oldestKept)

/** What the socket brings, and `lost` when it breaks; `ready` comes each time it is there again. */
export type LiveEvent = ServerFrame | { type: 'lost' }

const liveListeners = new Set<(event: LiveEvent) => void>()
let send: ((frame: ClientFrame) => void) | null = null

/** Whether there is a line to the server. */
export function isLive(): boolean {
  return send !== null
}

/** Sends a frame; false without a line, and then it is not sent. */
export function sendLive(frame: ClientFrame): boolean {
  send?.(frame)
  return send !== null
}

/** Hears everything that the socket brings; returns what stops it. */
export function watchLive(listener: (event: LiveEvent) => void): () => void {
  liveListeners.add(listener)
  return () => liveListeners.delete(listener)
}

/** Whoever has the socket says so when the server knows whose it is. */
export function openChannel(sender: (frame: ClientFrame) => void) {
  send = sender
}

export function closeChannel() {
  if (!send) return
  send = null
  passOn({ type: 'lost' })
}

export function passOn(event: LiveEvent) {
  for (const listener of liveListeners) listener(event)
}
