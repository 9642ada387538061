/** What only hands do: a page that was left open, and refreshes itself, does none of it. */
const BY_HAND = ['pointerdown', 'keydown', 'wheel']

const hearers = new Set<() => void>()
let usedAt = -Infinity

function use({ isTrusted }: Event) {
  if (!isTrusted) return
  usedAt = performance.now()
  for (const hear of hearers) hear()
}
for (const kind of BY_HAND) globalThis.addEventListener(kind, use, { capture: true, passive: true })

/** Whether somebody has used this page with their hands of late. */
export const wasUsedWithin = (ms: number) => performance.now() - usedAt < ms

/** Calls back each time that somebody does; returns what ends it. */
export function onUse(hear: () => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}
