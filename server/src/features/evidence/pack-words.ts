import type { Ceremony } from '@frontdesk/contract/signing'
import { signInWords } from './pack-texts.ts'

/** What somebody chose a pack to be about, by name. */
export interface Named {
  /** The first names or titles; null where nothing was chosen. */
  names: string[]
  /** How many there are in all. */
  count: number
}

export const many = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`

/** `Maya Okafor, Ben Ortiz and 12 more`. */
export function listed({ names, count }: Named): string {
  const more = count - names.length
  const all = more > 0 ? [...names, `${more.toLocaleString('en')} more`] : names
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(all)
}

/** Tells times as the brokerage's clocks show them, and names their zone. */
export class Clock {
  readonly #long: Intl.DateTimeFormat
  readonly #day: Intl.DateTimeFormat
  readonly #time: Intl.DateTimeFormat

  constructor(timeZone: string) {
    this.#long = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'long',
      timeStyle: 'long',
      timeZone,
    })
    this.#day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
    this.#time = new Intl.DateTimeFormat('en-US', { timeStyle: 'long', timeZone })
  }

  /** `November 25, 2026 at 2:05:09 PM EST`. */
  moment(iso: string): string {
    return this.#long.format(new Date(iso))
  }

  day(iso: string): string {
    return this.#day.format(new Date(iso))
  }

  time(iso: string): string {
    return this.#time.format(new Date(iso))
  }
}

/** What signing took beside a press, in words; empty where that is nothing. */
export function ceremonyWords(sealed: string): string {
  const given = JSON.parse(sealed) as Ceremony
  const parts = [
    given.typed_name !== null && `they typed their name as “${given.typed_name}”`,
    given.identity !== null && `they proved again that it was they, ${signInWords(given.identity)}`,
    given.compared_version !== null &&
      `they were first shown what had changed since version ${given.compared_version}, which they had signed`,
    given.reading_seconds !== null &&
      `the text was open for ${many(given.reading_seconds, 'second')} and its end was ${given.end_reached ? '' : 'not '}reached, as their browser said`,
    given.language !== null && `their browser’s language was ${given.language}`,
  ].filter((part) => part !== false)
  const said = parts.join('; ')
  return said && `${capital(said)}.`
}

export const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`
