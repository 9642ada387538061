import type { ClientFrame, ServerFrame } from '@frontdesk/contract/realtime'

/** What the socket brings, and `lost` when it breaks; `ready` comes each time it is there again. */
export type LiveEvent = ServerFrame | { type: 'lost' }

const listeners = new Set<(event: LiveEvent) => void>()
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
  listeners.add(listener)
  return () => listeners.delete(listener)
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
  for (const listener of listeners) listener(event)
}
