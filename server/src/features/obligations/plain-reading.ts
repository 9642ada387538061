/**
 * Who must do what, read plainly: worked out anew from what is required, who somebody is and what they have
 * done, in other words than the database's own (`obligations_wanted`). `npm run admin -- verify` holds the rows
 * of an installation against this, and so do the random lives of the tests.
 */
import type { Role } from '@frontdesk/contract/users'

const DAY = 86_400_000
/** Whoever comes after a date was set has so long. */
const WEEK = 7 * DAY

export interface PlainPerson {
  id: string
  role: Role
  active: boolean
  activeSince: number
  roleSince: number
}

export interface PlainItem {
  id: string
  kind: 'policy' | 'test'
  gone: boolean
  /** Of policies: which version is asked for, and since when. */
  material: number
  askedAt: number
  /** Of tests: days until a pass has to be renewed, and days that a training gives. */
  threshold: number | null
  days: number | null
}

export type Rhythm =
  | { days: number; window: number }
  | { months: number; window: number }
  | { month: number; day: number; window: number }

export interface PlainRequirement {
  id: string
  itemId: string
  of: { person: string } | { role: Role } | { team: string } | { everyone: true }
  createdAt: number
  dueAt: number | null
  dueSetAt: number
  rhythm: Rhythm | null
  recursSince: number | null
}

/** All that counts for one person and item; times are milliseconds. */
export interface PlainFacts {
  person: PlainPerson
  item: PlainItem
  /** Of this item. */
  requirements: PlainRequirement[]
  /** Since when they are in a team. */
  memberSince: (team: string) => number | undefined
  /** When they last did what is asked for. */
  done: number | null
  isWaived: boolean
  /** Of the brokerage. */
  timeZone: string
}

export interface PlainStanding {
  status: 'none' | 'open' | 'met' | 'waived'
  dueAt: number | null
  /** Since when that date stands. */
  dueSetAt: number
  /** When what is met has to be done again. */
  againAt: number | null
}

const least = (times: (number | null)[]) => {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** What one person has to do with one item at a moment. */
export function readPlainly(facts: PlainFacts, now: number): PlainStanding {
  const { person, item, done, isWaived } = facts
  const nothing: PlainStanding = { status: 'none', dueAt: null, dueSetAt: now, againAt: null }
  if (!person.active || item.gone) return nothing
  const applying = facts.requirements.flatMap((one) => {
    const since = sinceOf(facts, one)
    return since === null ? [] : [{ ...one, since }]
  })
  if (applying.length === 0) return nothing
  const nextDue = applying.map(({ rhythm }) =>
    done !== null && rhythm ? renewalAfter(done, rhythm, facts.timeZone) : null,
  )
  const opening = (index: number) =>
    nextDue[index] === null ? null : nextDue[index]! - applying[index]!.rhythm!.window * DAY
  const retakeAt = done !== null && item.threshold !== null ? done + item.threshold * DAY : null
  const againAt = least([retakeAt, ...applying.map((_, index) => opening(index))])
  const [first] = applying
    .map((one, index) => ({
      due: ownDue(facts, {
        one,
        againAt,
        retakeAt,
        renewal: nextDue[index]!,
        opens: opening(index),
      }),
      setAt: Math.max(one.dueSetAt, one.since, againAt ?? 0, askedAt(item)),
    }))
    .sort(
      (one, other) => (one.due ?? Infinity) - (other.due ?? Infinity) || one.setAt - other.setAt,
    )
  const dates = { dueAt: first!.due, dueSetAt: first!.setAt }
  if (done !== null && (againAt === null || againAt > now)) {
    return { status: 'met', ...dates, againAt: isWaived ? null : againAt }
  }
  return { status: isWaived ? 'waived' : 'open', ...dates, againAt: null }
}

const askedAt = ({ kind, askedAt: at }: PlainItem) => (kind === 'policy' ? at : -Infinity)

/** Since when a requirement is one of this person; null where it is not. */
function sinceOf({ person, memberSince }: PlainFacts, { of, createdAt }: PlainRequirement) {
  const here = Math.max(createdAt, person.activeSince)
  if ('everyone' in of) return here
  if ('person' in of) return of.person === person.id ? here : null
  if ('role' in of) return of.role === person.role ? Math.max(here, person.roleSince) : null
  const member = memberSince(of.team)
  return member === undefined ? null : Math.max(here, member)
}

function renewalAfter(done: number, rhythm: Rhythm, timeZone: string): number {
  if ('days' in rhythm) return done + rhythm.days * DAY
  if ('months' in rhythm) return addMonths(done, rhythm.months)
  return dayOfYearAfter(done, rhythm, rhythm.window, timeZone)
}

interface Asking {
  one: PlainRequirement & { since: number }
  againAt: number | null
  retakeAt: number | null
  renewal: number | null
  opens: number | null
}

/** By when one requirement wants it done. */
function ownDue(facts: PlainFacts, { one, againAt, retakeAt, renewal, opens }: Asking) {
  const { item, done } = facts
  const days = item.days === null ? null : item.days * DAY
  const grace = days ?? WEEK
  // A date from before this was asked for was meant for the time before.
  const began = againAt ?? askedAt(item)
  if (one.dueAt !== null && one.dueAt > began) {
    return one.since > one.dueSetAt ? Math.max(one.dueAt, one.since + grace) : one.dueAt
  }
  const asked = Math.max(one.since, one.recursSince ?? -Infinity)
  if (againAt !== null) {
    const late = renewal !== null && asked > opens! ? asked + grace : -Infinity
    return least([
      renewal === null ? null : Math.max(renewal, late),
      retakeAt === null || days === null ? null : Math.max(retakeAt, one.since) + days,
    ])
  }
  if (done !== null) return null
  return least([
    one.rhythm && 'month' in one.rhythm ? firstDay(facts, one, one.rhythm, asked, grace) : null,
    days === null ? null : one.since + days,
  ])
}

function firstDay(
  { item, timeZone }: PlainFacts,
  one: PlainRequirement & { since: number },
  rhythm: { month: number; day: number },
  asked: number,
  grace: number,
): number {
  const day = dayOfYearAfter(Math.max(asked, askedAt(item)), rhythm, 0, timeZone)
  return one.since > one.recursSince! ? Math.max(day, one.since + grace) : day
}

/** So many months on, on the same day, or the last one of a shorter month. */
function addMonths(at: number, months: number): number {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  date.setUTCDate(Math.min(day, lengthOf(date.getUTCFullYear(), date.getUTCMonth())))
  return date.getTime()
}

const lengthOf = (year: number, month: number) =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The first end of such a day, by the brokerage's clocks, whose window begins after a moment. */
function dayOfYearAfter(
  after: number,
  { month, day }: { month: number; day: number },
  window: number,
  timeZone: string,
): number {
  // West of Greenwich the last day of a year ends in the next one.
  for (let year = new Date(after).getUTCFullYear() - 1; ; year += 1) {
    const last = Math.min(day, lengthOf(year, month - 1))
    const end = momentOf(Date.UTC(year, month - 1, last, 23, 59, 59), timeZone)
    if (end - window * DAY > after) return end
  }
}

/** When the clocks of a zone show a time. */
function momentOf(wall: number, timeZone: string): number {
  if (timeZone === 'UTC') return wall
  // The zone's offset then may differ from that of the first guess by a change of clocks.
  const guess = wall - offsetOf(wall, timeZone)
  return wall - offsetOf(guess, timeZone)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** By how many milliseconds the zone's clocks are ahead of UTC at a moment. */
function offsetOf(moment: number, timeZone: string): number {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    clocks.set(timeZone, clock)
  }
  return Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000
}
