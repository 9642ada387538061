import { type RefObject, useEffect, useRef } from 'react'
import { call } from '#web/lib/call.ts'
import { onUse, wasUsedWithin } from '#web/lib/in-use.ts'

/** Who used the page so long ago is taken to look at it. */
const LOOKS_FOR_MS = 30_000
/** Rows that come together are told together. */
const TOGETHER_MS = 300
const SHOWN = 0.6

const onScreen = new Set<string>()
const told = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Tells the server what is on the screen, once of each. */
function tell() {
  clearTimeout(timer)
  timer = undefined
  if (globalThis.document.hidden || !wasUsedWithin(LOOKS_FOR_MS)) return
  const ids = [...onScreen].filter((id) => !told.has(id)).slice(0, 100)
  if (ids.length === 0) return
  for (const id of ids) told.add(id)
  // What could not be told is told at the next use of the page.
  call('POST /notifications/seen', { body: { ids } }).catch(() => {
    for (const id of ids) told.delete(id)
  })
}

/**
 * Has a notification count as seen once its row was on the screen of somebody who is there: it is told by no
 * other way then. A list that was left open, to which a row comes at night, shows it to nobody.
 */
export function useSeen(id: string, isUnread: boolean): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isUnread || !row.current) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return void onScreen.delete(id)
        onScreen.add(id)
        timer ??= setTimeout(tell, TOGETHER_MS)
      },
      { threshold: SHOWN },
    )
    observer.observe(row.current)
    const stop = onUse(tell)
    return () => {
      stop()
      observer.disconnect()
      onScreen.delete(id)
    }
  }, [id, isUnread])
  return row
}
