import type { LibraryEntry } from '@frontdesk/contract/library'
import { formatMinutes } from '#web/lib/format.ts'

/** What every screen of the library says of all of it. */
export const HAVE_IT_READ = 'Have your lawyer read it before you publish it.'

/** `653 words · 7 sources`, `10 steps · 2 h`, `4 sections · 7 questions · 30 min`. */
export function extentOf(entry: LibraryEntry): string {
  const { kind, minutes, words } = entry
  const parts = {
    policy: [`${words} words`, counted(entry.sources.length, 'source')],
    process: [counted(entry.steps_count, 'step')],
    training: [counted(entry.steps_count, 'section'), counted(entry.questions_count, 'question')],
  }[kind]
  return [...parts, ...(minutes ? [formatMinutes(minutes)] : [])].join(' · ')
}

/** `1 draft`, `2 drafts`. */
export const counted = (count: number, word: string) =>
  `${count} ${count === 1 ? word : `${word}s`}`
