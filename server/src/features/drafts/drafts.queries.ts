import type { DraftBody, DraftKind, ListedDraft } from '@frontdesk/contract/drafts'
import { type SqlBool, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'

export interface DraftFilter {
  kind?: DraftKind
  item_id?: string
}

const isWanted = ({ kind, item_id: itemId }: DraftFilter) => sql<SqlBool>`(
  (${kind ?? null}::text is null or drafts.kind = ${kind ?? null})
  and (${itemId ?? null}::uuid is null or drafts.item_id = ${itemId ?? null})
)`

function drafts(db: Db) {
  return db
    .selectFrom('drafts')
    .leftJoin('policies', 'policies.id', 'drafts.policy_id')
    .leftJoin('trainings', 'trainings.id', 'drafts.training_id')
    .innerJoin('users as author', 'author.id', 'drafts.created_by')
    .innerJoin('users as editor', 'editor.id', 'drafts.last_updated_by')
    .leftJoin('users as publisher', 'publisher.id', 'drafts.publish_by')
    .select([
      'drafts.id',
      'drafts.kind',
      'drafts.item_id',
      sql<string>`btrim(coalesce(drafts.body ->> 'title', ''))`.as('title'),
      sql<boolean>`(
        coalesce(policies.revision, trainings.revision) is distinct from drafts.based_on
        or policies.deleted_at is not null or trainings.archived_at is not null
      )`.as('outdated'),
      sql<number>`(select count(*)::int from draft_comments where draft_id = drafts.id)`.as(
        'comments',
      ),
      'drafts.publish_at',
      'publisher.name as publish_by_name',
      'drafts.publish_failed',
      'drafts.revision',
      'drafts.created_at',
      'drafts.updated_at',
      'drafts.created_by',
      'author.name as created_by_name',
      'drafts.last_updated_by',
      'editor.name as last_updated_by_name',
    ])
}

/** The newest change first. */
export async function listDrafts(
  db: Db,
  options: PageOptions & DraftFilter,
): Promise<Page<ListedDraft>> {
  const key = [sql`drafts.updated_at`, sql`drafts.id`] as const
  return readPage(drafts(db).where(isWanted(options)), key, 'desc', options)
}

/** How many match in all. */
export async function countDrafts(db: Db, filter: DraftFilter): Promise<number> {
  const { count } = await db
    .selectFrom('drafts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isWanted(filter))
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined where there is none. */
export async function findDraft(db: Db, id: string) {
  return drafts(db)
    .select(sql<DraftBody>`drafts.body`.as('body'))
    .where('drafts.id', '=', id)
    .executeTakeFirst()
}

export type FoundDraft = NonNullable<Awaited<ReturnType<typeof findDraft>>>

const held = [
  'id',
  'import_id',
  'kind',
  'item_id',
  'based_on',
  'revision',
  'publish_by',
  'publish_at',
  'created_by',
  'last_updated_by',
  sql<DraftBody>`body`.as('body'),
] as const

/** Holds a draft against everybody until the transaction ends. Undefined where there is none. */
export async function lockDraft(db: Db, id: string) {
  return db.selectFrom('drafts').select(held).where('id', '=', id).forUpdate().executeTakeFirst()
}

export type HeldDraft = NonNullable<Awaited<ReturnType<typeof lockDraft>>>

/** The same of a draft that is to be published by now, and that nobody else holds. */
export async function lockDueDraft(db: Db, id: string, now: Date): Promise<HeldDraft | undefined> {
  return db
    .selectFrom('drafts')
    .select(held)
    .where('id', '=', id)
    .where('publish_at', '<=', now.toISOString())
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Ids of what is to be published by now, the longest due first. */
export async function listDueDrafts(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('drafts')
    .select('id')
    .where('publish_at', '<=', now.toISOString())
    .orderBy('publish_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Adds a draft and returns its id; undefined where its item has one already. */
export async function insertDraft(
  db: Db,
  draft: {
    kind: DraftKind
    itemId: string | null
    basedOn: number | null
    body: DraftBody
    createdBy: string
  },
): Promise<string | undefined> {
  const row = await db
    .insertInto('drafts')
    .values({
      id: uuidv7(),
      kind: draft.kind,
      item_id: draft.itemId,
      based_on: draft.basedOn,
      body: JSON.stringify(draft.body),
      created_by: draft.createdBy,
      last_updated_by: draft.createdBy,
    })
    .onConflict((conflict) => conflict.column('item_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** The draft of an item. */
export async function findDraftIdOf(db: Db, itemId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('drafts')
    .select('id')
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return row?.id
}

export async function updateBody(
  db: Db,
  id: string,
  change: { body: DraftBody; updatedBy: string },
): Promise<void> {
  await db
    .updateTable('drafts')
    .set({
      body: JSON.stringify(change.body),
      revision: sql`revision + 1`,
      last_updated_by: change.updatedBy,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** On which revision of its item a draft stands from now on. */
export async function updateBasedOn(db: Db, id: string, revision: number): Promise<void> {
  await db.updateTable('drafts').set({ based_on: revision }).where('id', '=', id).execute()
}

/** From which file that was brought in a policy came. */
export async function updateOrigin(db: Db, policyId: string, importId: string): Promise<void> {
  await db.updateTable('policies').set({ import_id: importId }).where('id', '=', policyId).execute()
}

/** When a draft is published and by whom, or that it is not; `failed` says why it was not. */
export async function updateDate(
  db: Db,
  id: string,
  date: { at: string; by: string } | null,
  failed: string | null = null,
): Promise<void> {
  await db
    .updateTable('drafts')
    .set({ publish_at: date?.at ?? null, publish_by: date?.by ?? null, publish_failed: failed })
    .where('id', '=', id)
    .execute()
}

/** Removes a draft with its comments. */
export async function deleteDraft(db: Db, id: string): Promise<void> {
  await db.deleteFrom('drafts').where('id', '=', id).execute()
}

/** Holds a person as they are until the transaction ends. */
export async function holdAuthor(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'status', 'deleted_at'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
}

/** Of these people those who are admins; every admin where none is. */
export async function listAdminsAmong(db: Db, ids: string[]): Promise<string[]> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .execute()
  const all = admins.map(({ id }) => id)
  const among = all.filter((id) => ids.includes(id))
  return among.length > 0 ? among : all
}
