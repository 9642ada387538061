import { useEffect, useRef } from 'react'
import { UNSAVED, unsavedTexts } from './session-storage.ts'

/** What a person typed into a form, and what they typed it on top of. */
type KeptText<Values> = {
  values: Values
  /** The `ETag` that the text was begun on; null for something new. */
  etag: string | null
  /** Milliseconds since 1970. */
  keptAt: number
}

/** The part of the browser's storage that is needed here. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where the text of one person's form is kept: nobody else who uses this tab is offered it. */
export const keptTextKey = (kind: string, userId: string, itemId: string | null) =>
  `${UNSAVED}${kind}:${itemId ?? 'new'}:${userId}`

/** What was kept under a key; null for nothing, or for what `isValues` doesn't know. */
export function readKeptText<Values>(
  store: TextStore | null,
  key: string,
  isValues: (value: unknown) => value is Values,
): KeptText<Values> | null {
  try {
    const kept = JSON.parse(store?.getItem(key) ?? 'null') as unknown
    if (!isRecord(kept) || !isValues(kept.values)) return null
    const { values, etag, keptAt } = kept
    const isTag = etag === null || typeof etag === 'string'
    return isTag && typeof keptAt === 'number' ? { values, etag, keptAt } : null
  } catch {
    return null
  }
}

/** False where the browser takes no more; the text is then in the page only. */
export function keepText(store: TextStore | null, key: string, kept: KeptText<unknown>): boolean {
  try {
    if (!store) return false
    store.setItem(key, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function forgetText(store: TextStore | null, key: string) {
  store?.removeItem(key)
}

/** Whether a value has these names, each with a text. */
export function hasTexts<Name extends string>(
  value: unknown,
  names: readonly Name[],
): value is Record<Name, string> {
  return isRecord(value) && names.every((name) => typeof value[name] === 'string')
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const PAUSE_MS = 300

type UnsavedText = Omit<KeptText<unknown>, 'keptAt'>

/**
 * Keeps what is typed in the tab's storage, whatever happens to the page. `text` is null while
 * there is nothing to lose; `settle` says that it has been saved.
 */
export function useKeptText(key: string, text: UnsavedText | null) {
  const latest = useRef(text)
  const settled = useRef(false)

  useEffect(() => {
    latest.current = text
    const timer = setTimeout(() => {
      if (!settled.current) write(key, text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key, text])

  useEffect(() => {
    const flush = () => {
      if (!settled.current) write(key, latest.current)
    }
    globalThis.addEventListener('pagehide', flush)
    return () => {
      globalThis.removeEventListener('pagehide', flush)
      flush()
    }
  }, [key])

  const settle = () => {
    settled.current = true
    forgetText(unsavedTexts(), key)
  }
  return { settle, isSettled: () => settled.current }
}

function write(key: string, text: UnsavedText | null) {
  if (text) keepText(unsavedTexts(), key, { ...text, keptAt: Date.now() })
  else forgetText(unsavedTexts(), key)
}
