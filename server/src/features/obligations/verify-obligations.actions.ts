import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { publish } from '../../platform/publish.ts'
import { type PlainRequirement, readPlainly } from './plain-reading.ts'
import { STALE } from './settle-backlog.actions.ts'
import {
  findTitles,
  keyOf,
  listNextPeople,
  readSlice,
  type Slice,
  type StoredRow,
} from './verify-obligations.queries.ts'

/** So many people are read at once, however many there are. */
const PEOPLE_AT_ONCE = 500
/** A database whose clocks are not UTC's adds days by its own: a change of clocks moves what it wrote by an hour. */
const SAME_MS = 3_601_000

/** What the rows say of one person and item, beside what they should say; both in words. */
export interface Misfit {
  personId: string
  itemId: string
  person: string
  item: string
  stored: string
  wanted: string
}

export interface ObligationsVerdict {
  people: number
  /** Pairs of a person and an item that were compared. */
  compared: number
  misfits: number
  /** Items that the job has not worked out yet; what they ask of whom was not compared. */
  waiting: number
}

/**
 * Compares the rows of obligations with a plain reading of everything, some people at a time, and tells of
 * each pair that doesn't fit. Changes nothing; people may go on working meanwhile.
 */
export async function verifyObligations(
  db: Db,
  tell: (misfit: Misfit) => void,
): Promise<ObligationsVerdict> {
  const verdict = { people: 0, compared: 0, misfits: 0, waiting: 0 }
  for await (const ids of slicesOfPeople(db)) {
    const { slice, misfits, compared } = await compareSlice(db, ids)
    verdict.people += slice.people.length
    verdict.compared += compared
    verdict.misfits += misfits.length
    verdict.waiting = slice.backlog.size
    misfits.forEach(tell)
  }
  return verdict
}

/**
 * Makes the rows fit, some people in each transaction, and tells of each pair that it mended and of each
 * that still doesn't fit.
 * @returns how many of them there were
 */
export async function repairObligations(
  db: Db,
  tell: { mended: (misfit: Misfit) => void; unmended: (misfit: Misfit) => void },
): Promise<{ mended: number; unmended: number }> {
  const counts = { mended: 0, unmended: 0 }
  for await (const ids of slicesOfPeople(db)) {
    const { misfits } = await compareSlice(db, ids)
    if (misfits.length === 0) continue
    const of = (key: 'personId' | 'itemId') => misfits.map((misfit) => misfit[key])
    await inTransaction(db, async (tx) => {
      await sql`select settle_obligations(${of('personId')}::uuid[], ${of('itemId')}::uuid[])`.execute(
        tx,
      )
      await publish(tx, { keys: STALE })
    })
    const left = (await compareSlice(db, ids)).misfits
    const isLeft = new Set(left.map(({ personId, itemId }) => keyOf(personId, itemId)))
    const mended = misfits.filter(({ personId, itemId }) => !isLeft.has(keyOf(personId, itemId)))
    mended.forEach(tell.mended)
    left.forEach(tell.unmended)
    counts.mended += mended.length
    counts.unmended += left.length
  }
  // The overview's sums are of rows that were never written past their triggers.
  if (counts.mended > 0) await sql`select rebuild_obligation_sums()`.execute(db)
  return counts
}

async function* slicesOfPeople(db: Db): AsyncGenerator<string[]> {
  let after: string | null = null
  for (;;) {
    const ids: string[] = await listNextPeople(db, after, PEOPLE_AT_ONCE)
    if (ids.length === 0) return
    yield ids
    after = ids.at(-1)!
  }
}

/** Everything of one moment: what changes while it is read is for the next time. */
async function compareSlice(db: Db, ids: string[]) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const slice = await readSlice(tx, ids)
      const { misfits, compared } = compare(slice)
      const titles =
        misfits.length === 0
          ? new Map()
          : await findTitles(
              tx,
              misfits.map(({ itemId }) => itemId),
            )
      return {
        slice,
        compared,
        misfits: misfits.map((misfit) => ({
          ...misfit,
          item: titles.get(misfit.itemId) ?? misfit.itemId,
        })),
      }
    })
}

/** Rows or requirements by what they are of. */
function grouped<One>(all: One[], keyOfOne: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>()
  for (const one of all) {
    const group = groups.get(keyOfOne(one))
    if (group) group.push(one)
    else groups.set(keyOfOne(one), [one])
  }
  return groups
}

function compare(slice: Slice) {
  const requirementsOf = grouped(slice.requirements, ({ itemId }) => itemId)
  const rowsOf = grouped(slice.rows, (row) => row.user_id)
  const ofMany = slice.requirements.filter(({ of }) => !('person' in of))
  const ofOne = grouped(slice.requirements, ({ of }) => ('person' in of ? of.person : ''))
  const misfits: Omit<Misfit, 'item'>[] = []
  let compared = 0
  for (const person of slice.people) {
    const rows = grouped(rowsOf.get(person.id) ?? [], (row) => row.item_id)
    const required = [...ofMany, ...(ofOne.get(person.id) ?? [])].map(({ itemId }) => itemId)
    for (const itemId of new Set([...required, ...rows.keys()])) {
      if (isWaiting(slice, person.id, itemId)) continue
      compared += 1
      const requirements = requirementsOf.get(itemId) ?? []
      const found = compareOne(slice, {
        person,
        itemId,
        requirements,
        rows: rows.get(itemId) ?? [],
      })
      if (found) misfits.push({ personId: person.id, itemId, person: person.name, ...found })
    }
  }
  return { misfits, compared }
}

/** Whether the job has still to come to this person. */
function isWaiting({ backlog }: Slice, personId: string, itemId: string): boolean {
  const after = backlog.get(itemId)
  return after === null || (after !== undefined && personId > after)
}

interface Pair {
  person: Slice['people'][number]
  itemId: string
  requirements: PlainRequirement[]
  rows: StoredRow[]
}

/** What is said of a pair: how often it counts as done, and what is, or will be, to be done. */
interface Said {
  met: number
  asked: { opensAt: number | null; dueAt: number | null; version: number | null } | null
}

/** What the rows of one person and item say and should say, in words; null where that is the same. */
function compareOne(slice: Slice, { person, itemId, requirements, rows }: Pair) {
  const { now, timeZone, memberships, done, waived } = slice
  const item = slice.items.get(itemId)!
  const pair = keyOf(person.id, itemId)
  const standing = readPlainly(
    {
      person,
      item,
      requirements,
      memberSince: (team) => memberships.get(keyOf(person.id, team)),
      done: done.get(pair) ?? null,
      isWaived: waived.has(pair),
      timeZone,
    },
    now,
  )
  const unclosed = rows.find(({ met }) => !met)
  const isOpen = standing.status === 'open'
  // A date that was moved for this one alone holds until another one is set for many.
  const isMoved = unclosed?.moved_at != null && unclosed.moved_at >= standing.dueSetAt - 1
  const wanted: Said = {
    met: standing.status === 'met' ? 1 : 0,
    asked:
      isOpen || standing.againAt !== null
        ? {
            opensAt: isOpen ? null : standing.againAt,
            dueAt: isMoved ? unclosed.due_at : standing.dueAt,
            version: item.kind === 'policy' ? item.material : null,
          }
        : null,
  }
  const stored: Said = {
    met: rows.filter(({ met }) => met).length,
    asked: unclosed
      ? {
          opensAt: unclosed.opens_at > now ? unclosed.opens_at : null,
          dueAt: unclosed.due_at,
          version: unclosed.version,
        }
      : null,
  }
  return isSame(stored, wanted) ? null : { stored: inWords(stored), wanted: inWords(wanted) }
}

function isSame(stored: Said, wanted: Said): boolean {
  if (stored.met !== wanted.met) return false
  if (!stored.asked || !wanted.asked) return stored.asked === wanted.asked
  return (
    isSameTime(stored.asked.opensAt, wanted.asked.opensAt) &&
    isSameTime(stored.asked.dueAt, wanted.asked.dueAt) &&
    stored.asked.version === wanted.asked.version
  )
}

const isSameTime = (one: number | null, other: number | null) =>
  one === null || other === null ? one === other : Math.abs(one - other) < SAME_MS

/** Such as `done, to be done again from 2027-03-01T12:00:00.000Z, due …`. */
function inWords({ met, asked }: Said): string {
  const parts = []
  if (met > 0) parts.push(met === 1 ? 'done' : `done ${met} times at once`)
  if (asked) {
    const { opensAt, dueAt, version } = asked
    parts.push(opensAt === null ? 'open' : `to be done again from ${dayOf(opensAt)}`)
    parts.push(dueAt === null ? 'without a due date' : `due ${dayOf(dueAt)}`)
    if (version !== null) parts.push(`version ${version}`)
  }
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}

const dayOf = (time: number) => new Date(time).toISOString()
