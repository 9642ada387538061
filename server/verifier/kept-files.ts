import { textFrom } from './bytes.ts'

/** A file that the reader kept, or was given by somebody else than the portal. */
export interface KeptFile {
  name: string
  text: string
}

/** Of a file’s bytes; programs of Windows put a mark of byte order in front. What is no UTF-8 is none of these files. */
export const keptText = (bytes: Uint8Array): string => textFrom(bytes)?.replace(/^\ufeff/, '') ?? ''

/** What one thing from outside shows of a pack. */
export interface Shown {
  agrees: boolean
  /** Up to which record nothing was rewritten since; left out where that is said of single records only. */
  upTo?: number
  sentence: string
}

export const REWRITTEN = 'the history was rewritten'

/** Clocks differ by some minutes, and a record gets its time moments before its place in the chain. */
const MOST_APART_MS = 10 * 60_000
/** Whether a moment is so much before another that a clock was wrong, or somebody lied. */
export const isLongBefore = (one: string, other: string): boolean =>
  Date.parse(other) - Date.parse(one) > MOST_APART_MS

/** What is to be said of a time at which somebody outside saw a checkpoint, with a space before it. @param time of the checkpoint */
export function besideItsTime(seen: Date, time: string): string {
  const at = seen.toISOString()
  if (isLongBefore(at, time)) {
    return ` The checkpoint says that it was made later, on ${time}: the portal’s clock was wrong, or that time is.`
  }
  return isLongBefore(time, at)
    ? ` The checkpoint says that it was made earlier, on ${time}: of the time between, that shows nothing.`
    : ''
}
