import { sql } from 'kysely'
import { acknowledge, type Answered } from './acknowledgment-load.ts'
import type { OpenDatabase } from './crash-desk.ts'
import { runAdmin, type Settings } from './started-server.ts'

/** How many of the last acknowledgments before the kill are made once more. */
const REPEATED = 64

/**
 * How many answered acknowledgments the database does not have as they were answered.
 * @param before how many had been answered before the kill: the last of them are also repeated over
 * HTTP, which must return the same record
 */
export async function countLost(
  open: OpenDatabase,
  answered: Answered[],
  before: number,
): Promise<number> {
  const rows = await open(async (db) =>
    db
      .selectFrom('policy_acknowledgments')
      .select(['id', sql<string>`encode(hash, 'hex')`.as('hash')])
      .execute(),
  )
  const stored = new Map(rows.map(({ id, hash }) => [id, hash]))
  const lost = new Set(answered.filter(({ id, hash }) => stored.get(id) !== hash))
  await Promise.all(
    answered.slice(Math.max(0, before - REPEATED), before).map(async (one) => {
      const again = await acknowledge(one.api, one.policyId)
      if (again?.status !== 200) throw new Error(`Answered with ${again?.status} when repeated`)
      if (again.body.id !== one.id || again.body.hash !== one.hash) lost.add(one)
    }),
  )
  return lost.size
}

/** @throws unless the operator's command finds an unbroken chain of exactly so many records */
export async function checkChain(settings: Settings, records: number): Promise<void> {
  const said = await runAdmin(['verify'], settings)
  // Who got no answer has tried again until there was one: a record more is one nobody asked for.
  if (said.startsWith(`The chain is intact: ${records} acknowledgments`)) return
  throw new Error(`The chain should be intact and have ${records} records. ${said}`)
}
