/**
 * Who must do what, read plainly: everything is worked out anew from what is required, who somebody is and
 * what they have done. Tests hold the rows that the database keeps against this; it is not made to be quick.
 */

const DAY = 86_400_000
/** Whoever comes after a date was set has so long. */
const WEEK = 7 * DAY

export type PlainRole = 'agent' | 'manager'

export interface PlainPerson {
  id: string
  role: PlainRole
  active: boolean
  activeSince: number
  roleSince: number
}

export interface PlainItem {
  id: string
  kind: 'policy' | 'test'
  gone: boolean
  /** Of policies: which version is asked for, which is the newest, and since when the first of these is. */
  material: number
  version: number
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
  of: { person: string } | { role: PlainRole } | { team: true } | { everyone: true }
  createdAt: number
  dueAt: number | null
  dueSetAt: number
  rhythm: Rhythm | null
  recursSince: number | null
}

/** All there is to know; times are milliseconds. */
export interface PlainWorld {
  people: PlainPerson[]
  items: PlainItem[]
  requirements: PlainRequirement[]
  /** The members of the one team, and since when. */
  members: Map<string, number>
  done: { person: string; itemId: string; version: number; at: number }[]
  waivers: { id: string; person: string; itemId: string; ended: boolean }[]
}

export interface PlainStanding {
  status: 'none' | 'open' | 'met' | 'waived'
  dueAt: number | null
  /** When what is met has to be done again. */
  againAt: number | null
}

const least = (times: (number | null)[]) => {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.min(...known)
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

/** The first end of such a day whose window begins after a moment. */
function dayOfYearAfter(
  after: number,
  { month, day }: { month: number; day: number },
  window: number,
) {
  const first = new Date(after).getUTCFullYear()
  for (let year = first; ; year += 1) {
    const last = Math.min(day, lengthOf(year, month - 1))
    const end = Date.UTC(year, month - 1, last, 23, 59, 59)
    if (end - window * DAY > after) return end
  }
}

/** What one person has to do with one item at a moment. */
export function readPlainly(
  world: PlainWorld,
  person: PlainPerson,
  item: PlainItem,
  now: number,
): PlainStanding {
  const nothing: PlainStanding = { status: 'none', dueAt: null, againAt: null }
  if (!person.active || item.gone) return nothing
  const applying = world.requirements
    .filter(({ itemId }) => itemId === item.id)
    .flatMap((one) => {
      const since = sinceOf(world, one, person)
      return since === null ? [] : [{ ...one, since }]
    })
  if (applying.length === 0) return nothing
  const done = lastDone(world, person, item)
  const nextDue = applying.map(({ rhythm }) => (done && rhythm ? renewalAfter(done, rhythm) : null))
  const opening = (index: number) =>
    nextDue[index] === null ? null : nextDue[index]! - applying[index]!.rhythm!.window * DAY
  const retakeAt = done && item.threshold !== null ? done + item.threshold * DAY : null
  const againAt = least([retakeAt, ...applying.map((_, index) => opening(index))])
  const isWaived = world.waivers.some(
    (one) => one.person === person.id && one.itemId === item.id && !one.ended,
  )
  const dueAt = least(
    applying.map((one, index) =>
      ownDue({
        one,
        item,
        done,
        againAt,
        retakeAt,
        renewal: nextDue[index]!,
        opens: opening(index),
      }),
    ),
  )
  if (done && (againAt === null || againAt > now)) {
    return { status: 'met', dueAt, againAt: isWaived ? null : againAt }
  }
  return { status: isWaived ? 'waived' : 'open', dueAt, againAt: null }
}

/** Since when a requirement is one of this person; null where it is not. */
function sinceOf(world: PlainWorld, { of, createdAt }: PlainRequirement, person: PlainPerson) {
  const here = Math.max(createdAt, person.activeSince)
  if ('everyone' in of) return here
  if ('person' in of) return of.person === person.id ? here : null
  if ('role' in of) return of.role === person.role ? Math.max(here, person.roleSince) : null
  const member = world.members.get(person.id)
  return member === undefined ? null : Math.max(here, member)
}

function lastDone(world: PlainWorld, person: PlainPerson, item: PlainItem): number | null {
  const times = world.done
    .filter((one) => one.person === person.id && one.itemId === item.id)
    .filter(({ version }) => item.kind === 'test' || version >= item.material)
    .map(({ at }) => at)
  return times.length === 0 ? null : Math.max(...times)
}

function renewalAfter(done: number, rhythm: Rhythm): number {
  if ('days' in rhythm) return done + rhythm.days * DAY
  if ('months' in rhythm) return addMonths(done, rhythm.months)
  return dayOfYearAfter(done, rhythm, rhythm.window)
}

/** By when one requirement wants it done. */
function ownDue(about: {
  one: PlainRequirement & { since: number }
  item: PlainItem
  done: number | null
  againAt: number | null
  retakeAt: number | null
  renewal: number | null
  opens: number | null
}): number | null {
  const { one, item, done, againAt, retakeAt, renewal, opens } = about
  const days = item.days === null ? null : item.days * DAY
  const grace = days ?? WEEK
  // A date from before this was asked for was meant for the time before.
  const began = againAt ?? (item.kind === 'policy' ? item.askedAt : -Infinity)
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
    one.rhythm && 'month' in one.rhythm ? firstDay(one, one.rhythm, item, asked, grace) : null,
    days === null ? null : one.since + days,
  ])
}

function firstDay(
  one: PlainRequirement & { since: number },
  rhythm: { month: number; day: number },
  item: PlainItem,
  asked: number,
  grace: number,
): number {
  const from = item.kind === 'policy' ? Math.max(asked, item.askedAt) : asked
  const day = dayOfYearAfter(from, rhythm, 0)
  return one.since > one.recursSince! ? Math.max(day, one.since + grace) : day
}
