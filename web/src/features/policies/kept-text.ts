import { UNSAVED } from '#web/lib/session-storage.ts'
import type { PolicyTexts } from './policy-texts.ts'

/** What a person typed into a policy form, and what they typed it on top of. */
export type KeptText = {
  values: PolicyTexts
  /** The `ETag` that the text was begun on; null for a new policy. */
  etag: string | null
  /** Milliseconds since 1970. */
  keptAt: number
}

/** The part of the browser's storage that is needed here. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where the text of one person's form is kept: nobody else who uses this tab is offered it. */
export const keptTextKey = (userId: string, policyId: string | null) =>
  `${UNSAVED}policy:${policyId ?? 'new'}:${userId}`

/** What was kept under a key; null for nothing, or for what can't be read. */
export function readKeptText(store: TextStore | null, key: string): KeptText | null {
  try {
    const kept = JSON.parse(store?.getItem(key) ?? 'null') as unknown
    return isKeptText(kept) ? kept : null
  } catch {
    return null
  }
}

/** False where the browser takes no more; the text is then in the page only. */
export function keepText(store: TextStore | null, key: string, kept: KeptText): boolean {
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

function isKeptText(value: unknown): value is KeptText {
  if (!isRecord(value) || !isRecord(value.values)) return false
  const { values, etag, keptAt } = value
  return (
    ['title', 'description', 'category', 'content'].every((n) => typeof values[n] === 'string') &&
    (etag === null || typeof etag === 'string') &&
    typeof keptAt === 'number'
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
