import {
  type PlainItem,
  type PlainPerson,
  type PlainRequirement,
  type PlainStanding,
  readPlainly,
} from '../features/obligations/plain-reading.ts'

/** A small brokerage and all there is to know of it; times are milliseconds. */
export interface PlainWorld {
  people: PlainPerson[]
  /** `version` is the newest of a policy, whether or not it is asked for. */
  items: (PlainItem & { version: number })[]
  requirements: PlainRequirement[]
  /** The members of the one team, and since when. */
  members: Map<string, number>
  done: { person: string; itemId: string; version: number; at: number }[]
  waivers: { id: string; person: string; itemId: string; ended: boolean }[]
}

/** What one person of a world has to do with one item at a moment. */
export function readWorld(
  world: PlainWorld,
  person: PlainPerson,
  item: PlainItem,
  now: number,
): PlainStanding {
  const isOf = (one: { person: string; itemId: string }) =>
    one.person === person.id && one.itemId === item.id
  const times = world.done
    .filter((one) => isOf(one) && (item.kind === 'test' || one.version >= item.material))
    .map(({ at }) => at)
  const facts = {
    person,
    item,
    requirements: world.requirements.filter(({ itemId }) => itemId === item.id),
    memberSince: () => world.members.get(person.id),
    done: times.length === 0 ? null : Math.max(...times),
    isWaived: world.waivers.some((one) => isOf(one) && !one.ended),
    timeZone: 'UTC',
  }
  return readPlainly(facts, now)
}
