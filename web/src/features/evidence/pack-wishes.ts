import { dayOf, endOfDay } from '#web/lib/due-day.ts'
import type { PackWishes } from './evidence.api.ts'

/** What the form holds: days as date inputs have them, empty for none. */
export type PackDraft = {
  people: { id: string; name: string }[]
  items: { id: string; title: string }[]
  from: string
  to: string
  asOf: string
}

export const EMPTY_DRAFT: PackDraft = { people: [], items: [], from: '', to: '', asOf: '' }

/** The first moment of a day in the person's own time zone, some days later. */
function startOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** As it is asked for: what is empty is no limit, the last day is in it, and today is as it is now. */
export function wishesOf({ people, items, from, to, asOf }: PackDraft): PackWishes {
  return {
    user_ids: people.length > 0 ? people.map(({ id }) => id) : undefined,
    item_ids: items.length > 0 ? items.map(({ id }) => id) : undefined,
    from: from === '' ? undefined : startOf(from),
    to: to === '' ? undefined : startOf(to, 1),
    as_of: asOf === '' || asOf >= dayOf(new Date()) ? undefined : endOfDay(asOf),
  }
}
