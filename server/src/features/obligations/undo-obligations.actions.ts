import type { Undone } from '@frontdesk/contract/undo'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { publish } from '../../platform/publish.ts'
import type { UndoData } from '../../platform/undo.ts'
import { endWaiversOf, holdPeopleOf, recordEach, tell } from './change-obligations.actions.ts'
import { STALE } from './settle-backlog.actions.ts'

type Call = { db: Db; actor: SignedIn; origin: Origin }

/** Gives every date back that nobody has moved since; the people are told. */
export async function undoMove(call: Call, { at, rows }: UndoData['moved']): Promise<Undone> {
  const { db } = call
  const before = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as before (id uuid, due_at timestamptz, due_set_at timestamptz, moved_at timestamptz)`
  await holdPeopleOf(db, sql`id = any(${rows.map(({ id }) => id)}::uuid[])`)
  const { rows: groups } = await sql<{ due_at: string | null; ids: string[] }>`
    select before.due_at::text as due_at, array_agg(before.id) as ids
    from obligations as obligation join ${before} using (id)
    where obligation.closed_at is null and obligation.moved_at = ${at}::timestamptz
    group by before.due_at order by before.due_at
  `.execute(db)
  for (const { due_at: dueAt, ids } of groups) {
    await sql`select from move_obligations(${ids}::uuid[], ${dueAt}::timestamptz)`.execute(db)
    // As if it had not been moved: the requirement's own date rules again where it did.
    await sql`
      update obligations set due_set_at = before.due_set_at, moved_at = before.moved_at
      from ${before} where before.id = obligations.id and obligations.id = any(${ids}::uuid[])
    `.execute(db)
    const due = dueAt === null ? null : new Date(dueAt).toISOString()
    const details = { due_at: due, undone: true }
    await tell({ call, ids, action: 'obligation.moved', details, what: 'moved' })
  }
  const undone = groups.reduce((sum, { ids }) => sum + ids.length, 0)
  return { undone, left: rows.length - undone }
}

/** Ends the waivers that nobody has ended since. */
export async function undoWaiving(call: Call, waivers: string[]): Promise<Undone> {
  const ended = await endWaiversOf(call, sql`id = any(${waivers}::uuid[])`)
  await recordEach(call, ended, 'obligation.waiver_ended', { undone: true })
  await publish(call.db, { keys: STALE })
  return { undone: ended.length, left: waivers.length - ended.length }
}
