import { ITEMS, itemPath } from '@frontdesk/contract/items'
import type { HeldItemType, LegalHold, LegalHoldState } from '@frontdesk/contract/legal-holds'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { mapPage, type Page, type PageOptions, readPage } from '../../db/page.ts'

const state = sql<LegalHoldState>`case
  when hold.lifted_at is not null then 'lifted'
  when hold.ends_at <= now() then 'ended'
  else 'standing'
end`

const legalHolds = (db: Db) =>
  db
    .selectFrom('legal_holds as hold')
    .innerJoin('users as setter', 'setter.id', 'hold.set_by')
    .leftJoin('users as lifter', 'lifter.id', 'hold.lifted_by')
    .select([
      'hold.id',
      'hold.user_id',
      'hold.item_type',
      'hold.item_id',
      'hold.title',
      'hold.reason',
      'hold.ends_at',
      state.as('state'),
      'hold.set_by',
      'setter.name as set_by_name',
      'hold.set_at',
      'lifter.name as lifted_by_name',
      'hold.lifted_at',
      'hold.lift_reason',
    ])
    .$castTo<Omit<LegalHold, 'path'>>()

const withPath = (hold: Omit<LegalHold, 'path'>): LegalHold => ({
  ...hold,
  path:
    hold.item_type && hold.item_id
      ? itemPath(hold.item_type, hold.item_id)
      : ITEMS.user.adminPath + hold.user_id,
})

export interface HoldFilter {
  user_id?: string
  item_id?: string
  state?: LegalHoldState
}

/** Newest first. */
export async function listLegalHolds(
  db: Db,
  options: HoldFilter & PageOptions,
): Promise<Page<LegalHold>> {
  const { user_id: userId, item_id: itemId, state: wanted } = options
  const found = legalHolds(db)
    .$if(userId !== undefined, (query) => query.where('hold.user_id', '=', userId!))
    .$if(itemId !== undefined, (query) => query.where('hold.item_id', '=', itemId!))
    .$if(wanted !== undefined, (query) => query.where(state, '=', wanted!))
  const page = await readPage(found, [sql`hold.set_at`, sql`hold.id`], 'desc', options)
  return mapPage(page, withPath)
}

/** One of them; undefined where there is none. */
export async function findLegalHold(db: Db, id: string): Promise<LegalHold | undefined> {
  const hold = await legalHolds(db).where('hold.id', '=', id).executeTakeFirst()
  return hold && withPath(hold)
}

/** Makes whoever else lifts it wait until the transaction ends. */
export async function lockLegalHold(db: Db, id: string): Promise<void> {
  await db.selectFrom('legal_holds').select('id').where('id', '=', id).forUpdate().execute()
}

const TITLES: Record<HeldItemType, string> = {
  policy: `select text.title from policies join policy_versions as text
    on policy_id = policies.id and version = current_version where policies.id = $ for update of policies`,
  training: 'select title from trainings where id = $ for update',
  test: 'select title from tests where id = $ for update',
  document: 'select title from documents where id = $ for update',
  process: 'select title from processes where id = $ for update',
}

/** What an item is called; whoever deletes it waits until the transaction ends. Undefined where there is none. */
export async function lockItem(
  tx: Db,
  { type, id }: { type: HeldItemType; id: string },
): Promise<string | undefined> {
  const [before, after] = TITLES[type].split('$') as [string, string]
  const { rows } = await sql<{ title: string }>`${sql.raw(before)}${id}${sql.raw(after)}`.execute(
    tx,
  )
  return rows[0]?.title
}

/** The same of a person. */
export async function lockPerson(tx: Db, id: string): Promise<string | undefined> {
  const person = await tx
    .selectFrom('users')
    .select('name')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return person?.name
}

export interface NewHold {
  id: string
  userId: string | null
  itemType: HeldItemType | null
  itemId: string | null
  title: string
  reason: string
  endsAt: string | null
  setBy: string
}

/** Adds a hold. */
export async function insertLegalHold(db: Db, hold: NewHold): Promise<void> {
  await db
    .insertInto('legal_holds')
    .values({
      id: hold.id,
      user_id: hold.userId,
      item_type: hold.itemType,
      item_id: hold.itemId,
      title: hold.title,
      reason: hold.reason,
      ends_at: hold.endsAt,
      set_by: hold.setBy,
    })
    .execute()
}

/** Writes who lifted it, and why. */
export async function updateLifted(
  db: Db,
  id: string,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  await db
    .updateTable('legal_holds')
    .set({ lifted_by: by, lifted_at: sql`now()`, lift_reason: reason })
    .where('id', '=', id)
    .execute()
}
