import { Suspense, useSyncExternalStore } from 'react'
import type { toast as Sonner } from 'sonner'
import { late } from '#web/lib/late.ts'

type Ask = (sonner: typeof Sonner) => void

// Sonner is fetched with the first message; messages wait here until it listens.
const waiting: Ask[] = []
const listeners = new Set<() => void>()
let show: ((ask: Ask) => void) | undefined
let wanted = false

function ask(message: Ask) {
  if (show) {
    show(message)
    return
  }
  waiting.push(message)
  wanted = true
  for (const listener of listeners) listener()
}

export const toast = {
  success: (message: string) => ask((sonner) => sonner.success(message)),
  error: (message: string) => ask((sonner) => sonner.error(message, { duration: 8000 })),
  undo: (message: string, onUndo: () => void) =>
    ask((sonner) =>
      sonner(message, { duration: 10_000, action: { label: 'Undo', onClick: onUndo } }),
    ),
  /** With something to do about it; `stays` until it is done, or declined where there are words for that. */
  offer: (
    message: string,
    action: { label: string; onClick: () => void },
    { stays = false, decline }: { stays?: boolean; decline?: string } = {},
  ) =>
    ask((sonner) => {
      const cancel = decline ? { label: decline, onClick: () => undefined } : undefined
      sonner(message, { duration: stays ? Infinity : 8000, action, cancel })
    }),
}

const ToastShelf = late(() => import('./toast-shelf.tsx'), 'ToastShelf')

export function Toaster() {
  const isWanted = useSyncExternalStore(subscribe, () => wanted)
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <ToastShelf onReady={startShowing} />
    </Suspense>
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function startShowing(present: (ask: Ask) => void) {
  show = present
  for (const message of waiting.splice(0)) present(message)
}
