import type { EvidencePack } from '@frontdesk/contract/evidence-packs'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'

/** What a pack is limited to; null is no limit. */
export interface PackScope {
  userIds: string[] | null
  itemIds: string[] | null
  /** ISO 8601 in UTC; the first is in it, the last is not. */
  from: string | null
  to: string | null
}

/** So many names and titles of what was chosen are shown. */
const MOST_SHOWN = 5

function packs(db: Db) {
  const named = sql<string[]>`array(
    select coalesce(users.name, tests.title, text.title)
    from unnest(array_cat(pack.user_ids, pack.item_ids)) with ordinality as chosen (id, place)
    left join users on users.id = chosen.id
    left join tests on tests.id = chosen.id
    left join policies on policies.id = chosen.id
    left join policy_versions as text
      on text.policy_id = policies.id and text.version = policies.current_version
    where coalesce(users.name, tests.title, text.title) is not null
    order by place limit ${MOST_SHOWN}
  )`
  return db
    .selectFrom('evidence_packs as pack')
    .innerJoin('users as author', 'author.id', 'pack.created_by')
    .select([
      'pack.id',
      'pack.state',
      'pack.progress',
      'pack.reason',
      'pack.notice',
      'pack.user_ids',
      'pack.item_ids',
      'pack.from_time as from',
      'pack.to_time as to',
      'pack.as_of',
      'pack.records',
      'pack.checkpoint',
      'pack.file_size',
      'pack.sha256',
      'pack.created_by',
      'author.name as created_by_name',
      'pack.created_at',
      'pack.ready_at',
      'pack.ends_at',
    ])
    .select(named.as('about'))
}

const KEY = [sql<unknown>`pack.created_at`, sql<unknown>`pack.id`]

/** Newest first. */
export async function listPacks(db: Db, options: PageOptions): Promise<Page<EvidencePack>> {
  return readPage(packs(db), KEY, 'desc', options)
}

/** Undefined where there is none. */
export async function findPack(db: Db, id: string): Promise<EvidencePack | undefined> {
  return packs(db).where('pack.id', '=', id).executeTakeFirst()
}

/** Where its file is; undefined where there is no such pack. */
export async function findPackFile(db: Db, id: string) {
  return db
    .selectFrom('evidence_packs')
    .select([
      'id',
      'state',
      'file_key',
      'file_size',
      'sha256',
      'created_at',
      'user_ids',
      'item_ids',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Adds one that is to be made, and returns its id. */
export async function insertPack(
  db: Db,
  { scope, asOf, createdBy }: { scope: PackScope; asOf: string | null; createdBy: string },
): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('evidence_packs')
    .values({
      id,
      user_ids: scope.userIds,
      item_ids: scope.itemIds,
      from_time: scope.from,
      to_time: scope.to,
      as_of: asOf ?? sql`date_trunc('milliseconds', now())`,
      created_by: createdBy,
    })
    .execute()
  return id
}

/** How many are not made yet; whoever asks holds others back who would add one. */
export async function countOpenPacks(tx: Db): Promise<number> {
  await sql`lock table evidence_packs in share row exclusive mode`.execute(tx)
  const { open } = await tx
    .selectFrom('evidence_packs')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('state', 'in', ['waiting', 'working'])
    .executeTakeFirstOrThrow()
  return open
}

/** Of the given ids, those that nobody and nothing has or had. */
export async function listUnknown(
  db: Db,
  { userIds, itemIds }: Pick<PackScope, 'userIds' | 'itemIds'>,
): Promise<{ people: number; items: number }> {
  const { rows } = await sql<{ people: number; items: number }>`
    select (
      select count(*)::int from unnest(${userIds ?? []}::uuid[]) as chosen (id)
      where not exists (select from users where users.id = chosen.id)
    ) as people, (
      select count(*)::int from unnest(${itemIds ?? []}::uuid[]) as chosen (id)
      where not exists (select from policies where policies.id = chosen.id)
        and not exists (select from tests where tests.id = chosen.id or training_id = chosen.id)
        and not exists (select from trainings where trainings.id = chosen.id)
    ) as items
  `.execute(db)
  return rows[0]!
}

/** So many the first page of a pack names. */
const MOST_NAMED = 10

/** Whom and what a pack is about, by name in the order of the alphabet; null where nobody or nothing was chosen. */
export async function listNamed(
  db: Db,
  { userIds, itemIds }: Pick<PackScope, 'userIds' | 'itemIds'>,
) {
  const { rows } = await sql<{ people: string[]; items: string[] }>`
    select array(
      select name from users where id = any(${userIds ?? []}::uuid[]) order by name limit ${MOST_NAMED}
    ) as people, array(
      select coalesce(text.title, tests.title, trainings.title) as title
      from unnest(${itemIds ?? []}::uuid[]) as chosen (id)
      left join policies on policies.id = chosen.id
      left join policy_versions as text
        on text.policy_id = policies.id and text.version = policies.current_version
      left join tests on tests.id = chosen.id
      left join trainings on trainings.id = chosen.id
      where coalesce(text.title, tests.title, trainings.title) is not null
      order by title limit ${MOST_NAMED}
    ) as items
  `.execute(db)
  const { people, items } = rows[0]!
  return {
    people: userIds && { names: people, count: userIds.length },
    items: itemIds && { names: items, count: itemIds.length },
  }
}

export type ClaimedPack = NonNullable<Awaited<ReturnType<typeof claimPack>>>

/** Silent for so long, whoever made it is gone. */
const SILENT = sql`interval '30 seconds'`

const isOpen = sql<SqlBool>`state in ('waiting', 'working')`

/** Takes over what nobody makes right now; undefined where there is nothing to do. */
export async function claimPack(db: Db, id: string, worker: string) {
  return db
    .updateTable('evidence_packs')
    .set((eb) => ({
      state: 'working',
      tries: eb('tries', '+', 1),
      progress: 0,
      worker,
      alive_at: sql`now()`,
    }))
    .where('id', '=', id)
    .where(isOpen)
    .where(sql<SqlBool>`(alive_at is null or alive_at < now() - ${SILENT})`)
    .returning(['id', 'user_ids', 'item_ids', 'from_time', 'to_time', 'as_of', 'tries'])
    .executeTakeFirst()
}

/** What is written down of it while this worker makes it; false where it does no longer. */
async function updateWorked(
  db: Db,
  { id, worker }: { id: string; worker: string },
  set: RawBuilder<unknown>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update evidence_packs set ${set} where id = ${id} and worker = ${worker} and state = 'working'
  `.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

type Worked = { id: string; worker: string }

export const updatePackProgress = async (db: Db, worked: Worked, progress: number) =>
  updateWorked(db, worked, sql`progress = ${progress}, alive_at = now()`)

/** So that another takes it at once. @param counts whether it was a try */
export const letPackGo = async (db: Db, worked: Worked, counts: boolean) =>
  updateWorked(db, worked, sql`alive_at = null, tries = tries - ${counts ? 0 : 1}`)

export const updatePackFailed = async (db: Db, worked: Worked, reason: string) =>
  updateWorked(db, worked, sql`state = 'failed', reason = ${reason}`)

/** For so long a pack can be downloaded. */
const KEPT = sql`interval '30 days'`

export const updatePackReady = async (
  db: Db,
  worked: Worked,
  made: {
    key: string
    size: number
    sha256: string
    checkpoint: number
    records: number
    notice: string | null
  },
) =>
  updateWorked(
    db,
    worked,
    sql`state = 'ready', progress = 100, file_key = ${made.key}, file_size = ${made.size},
      sha256 = ${made.sha256}, checkpoint = ${made.checkpoint}, records = ${made.records}, notice = ${made.notice},
      ready_at = now(), ends_at = now() + ${KEPT}`,
  )

/** Forgets a pack; undefined where there is none. */
export async function deletePack(db: Db, id: string) {
  return db
    .deleteFrom('evidence_packs')
    .where('id', '=', id)
    .returning(['id', 'state', 'file_key', 'created_at'])
    .executeTakeFirst()
}

/** Marks those whose time is over, and returns the keys of their files. */
export async function endOldPacks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ file_key: string }>`
    with old as (
      select id, file_key from evidence_packs where state = 'ready' and ends_at < now() for update
    )
    update evidence_packs set state = 'ended', file_key = null
    from old where old.id = evidence_packs.id returning old.file_key
  `.execute(db)
  return rows.map((row) => row.file_key)
}

/** Those that should be in the making and of which nobody was heard: their server died, or a backup brought them back. */
export async function listForgottenPacks(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence_packs')
    .select('id')
    .where(isOpen)
    .where(sql<SqlBool>`coalesce(alive_at, created_at) < now() - interval '1 minute'`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Of the given keys, those that a pack names. */
export async function listKnownPackKeys(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence_packs')
    .select('file_key')
    .where(sql<SqlBool>`file_key = any(${keys})`)
    .execute()
  return rows.flatMap((row) => row.file_key ?? [])
}
