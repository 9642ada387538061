import { QUIZ_DRAFT } from '#web/lib/session-storage.ts'
import type { Answers } from './attempt.api.ts'

type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where the answers of one person's quiz are kept: one key for each training or test. */
export const draftKey = (itemId: string, userId: string) => `${QUIZ_DRAFT}${itemId}:${userId}`

/** Answers chosen before, of this very attempt: options of another may stand in another order. */
export function readDraft(store: DraftStore | null, key: string, attemptId: string): Answers {
  try {
    const kept = JSON.parse(store?.getItem(key) ?? 'null') as unknown
    if (!isRecord(kept) || kept.attempt_id !== attemptId || !isRecord(kept.answers)) return {}
    const chosen = Object.entries(kept.answers).filter(([, answer]) => isAnswer(answer))
    return Object.fromEntries(chosen) as Answers
  } catch {
    return {}
  }
}

/** Keeps the answers; a browser that takes no more keeps them in the page only. */
export function keepDraft(
  store: DraftStore | null,
  key: string,
  draft: { attempt_id: string; answers: Answers },
) {
  try {
    store?.setItem(key, JSON.stringify(draft))
  } catch {
    // They are still on the screen.
  }
}

export function forgetDraft(store: DraftStore | null, key: string) {
  store?.removeItem(key)
}

const isAnswer = (value: unknown) =>
  Number.isInteger(value) ||
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((place) => Number.isInteger(place)))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
