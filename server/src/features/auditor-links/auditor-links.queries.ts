import { createHash, randomBytes } from 'node:crypto'
import type {
  AuditorLink,
  AuditorLinkState,
  AuditorRecord,
} from '@frontdesk/contract/auditor-links'
import type { SessionOrigin } from '@frontdesk/contract/policies'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** 256 random bits. */
export const newToken = () => randomBytes(32).toString('base64url')

const state = sql<AuditorLinkState>`case
  when auditor_links.revoked_at is not null then 'revoked'
  when auditor_links.ends_at <= now() then 'ended'
  when makers.status <> 'active' or makers.role <> 'admin' or makers.deleted_at is not null
    then 'maker_gone'
  else 'open'
end`

const itemTitle = sql<string | null>`coalesce(
  (select title from policies join policy_versions on policy_id = policies.id and version = current_version
    where policies.id = auditor_links.item_id),
  (select title from tests where tests.id = auditor_links.item_id)
)`

const auditorLinks = (db: Db) =>
  db
    .selectFrom('auditor_links')
    .innerJoin('users as makers', 'makers.id', 'auditor_links.created_by')
    .leftJoin('users as people', 'people.id', 'auditor_links.user_id')
    .select([
      'auditor_links.id',
      'auditor_links.name',
      'auditor_links.user_id',
      'people.name as user_name',
      'auditor_links.item_id',
      itemTitle.as('item_title'),
      'auditor_links.from_at as from',
      'auditor_links.to_at as to',
      'auditor_links.includes_origin',
      'auditor_links.ends_at',
      state.as('state'),
      'auditor_links.created_by',
      'makers.name as created_by_name',
      'auditor_links.created_at',
      'auditor_links.revoked_at',
      'auditor_links.views',
      'auditor_links.last_viewed_at',
    ])

/** All of them, newest first, and how many there are. */
export async function listAuditorLinks(
  db: Db,
  options: PageOptions,
): Promise<{ page: Page<AuditorLink>; total: number }> {
  const key = [sql<string>`auditor_links.created_at`, sql<string>`auditor_links.id`] as const
  const { total } = await db
    .selectFrom('auditor_links')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { page: await readPage(auditorLinks(db), key, 'desc', options), total }
}

/** One of them; undefined where there is none. */
export async function findAuditorLink(db: Db, id: string): Promise<AuditorLink | undefined> {
  return auditorLinks(db).where('auditor_links.id', '=', id).executeTakeFirst()
}

/** The link that a token opens, whatever its state; undefined where there is none. */
export async function findByToken(db: Db, token: string): Promise<AuditorLink | undefined> {
  return auditorLinks(db).where('auditor_links.token_hash', '=', hashOf(token)).executeTakeFirst()
}

export interface NewAuditorLink {
  id: string
  token: string
  name: string
  userId: string | null
  itemId: string | null
  from: string | null
  to: string | null
  includesOrigin: boolean
  endsAt: string
  createdBy: string
}

/** Adds a link. */
export async function insertAuditorLink(db: Db, link: NewAuditorLink): Promise<void> {
  await db
    .insertInto('auditor_links')
    .values({
      id: link.id,
      token_hash: hashOf(link.token),
      name: link.name,
      user_id: link.userId,
      item_id: link.itemId,
      from_at: link.from,
      to_at: link.to,
      includes_origin: link.includesOrigin,
      ends_at: link.endsAt,
      created_by: link.createdBy,
    })
    .execute()
}

/** Ends a link for good; false where it was over before. */
export async function updateRevoked(db: Db, id: string): Promise<boolean> {
  const revoked = await db
    .updateTable('auditor_links')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

/** Counts a look; whoever revokes the link waits for it, or is obeyed. */
export async function updateViewed(db: Db, id: string, opened: boolean): Promise<void> {
  await db
    .updateTable('auditor_links')
    .set({ views: sql`views + ${opened ? 1 : 0}`, last_viewed_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Whether a row is within what a link shows; `columns` say whose it is, of what, and when it was. */
function isShown(
  { user_id: userId, item_id: itemId, from, to }: AuditorLink,
  columns: { user: string; item: string; at: string },
): RawBuilder<SqlBool> {
  const conditions = [
    ...(userId === null ? [] : [sql`${sql.ref(columns.user)} = ${userId}`]),
    ...(itemId === null ? [] : [sql`${sql.ref(columns.item)} = ${itemId}`]),
    ...(from === null
      ? []
      : [sql`${sql.ref(columns.at)} >= ${from} and ${sql.ref(columns.at)} < ${to}`]),
  ]
  // Its scope is never empty; if it were, it would show nothing.
  return conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql`false`
}

const OF_RECORDS = {
  user: 'record.user_id',
  item: 'record.policy_id',
  at: 'record.acknowledged_at',
}
const hex = (column: string) => sql<string>`encode(${sql.ref(column)}, 'hex')`

/** Acknowledgments that a link shows, in the order of the chain. */
export async function listRecords(
  db: Db,
  link: AuditorLink,
  options: PageOptions,
): Promise<Page<AuditorRecord>> {
  const origin = (column: 'ip' | 'user_agent') =>
    link.includes_origin ? sql<string | null>`${sql.ref(`record.${column}`)}` : sql<null>`null`
  const shown = db
    .selectFrom('policy_acknowledgments as record')
    .where(isShown(link, OF_RECORDS))
    .select([
      'record.sequence',
      'record.id',
      'record.policy_id',
      'record.user_id',
      'record.version as version_acknowledged',
      'record.acknowledged_at',
      'record.policy_title',
      'record.person_name',
      'record.person_email',
      'record.person_role',
      'record.consent',
      'record.sign_in_method',
      'record.form',
      sql<SessionOrigin | null>`record.session_origin`.as('session_origin'),
      origin('ip').as('ip'),
      origin('user_agent').as('user_agent'),
      'record.ceremony',
      hex('record.content_sha256').as('content_sha256'),
      hex('record.previous_hash').as('previous_hash'),
      hex('record.hash').as('hash'),
    ])
  return readPage(shown, [sql`record.sequence`], 'asc', options)
}

/** The text of a version, where a record that the link shows is of it, or the link is of that policy alone. */
export async function findText(
  db: Db,
  link: AuditorLink,
  { policyId, version }: { policyId: string; version: number },
) {
  const isOfPolicy = link.item_id === policyId && link.user_id === null
  return db
    .selectFrom('policy_versions as text')
    .where('text.policy_id', '=', policyId)
    .where('text.version', '=', version)
    .where(
      sql<SqlBool>`(${isOfPolicy} or exists (
        select from policy_acknowledgments as record
        where record.policy_id = text.policy_id and record.version = text.version
          and ${isShown(link, OF_RECORDS)}
      ))`,
    )
    .select([
      'text.policy_id',
      'text.version',
      'text.title',
      'text.content',
      hex('text.content_sha256').as('content_sha256'),
      'text.created_at',
    ])
    .executeTakeFirst()
}

/** Finished attempts that a link shows, newest first. */
export async function listAttempts(db: Db, link: AuditorLink, limit: number) {
  const columns = { user: 'attempt.user_id', item: 'attempt.test_id', at: 'attempt.completed_at' }
  return db
    .selectFrom('test_attempts as attempt')
    .innerJoin('users', 'users.id', 'attempt.user_id')
    .where(isShown(link, columns))
    .where('attempt.completed_at', 'is not', null)
    .select([
      'attempt.id',
      'attempt.user_id',
      'users.name as person_name',
      'attempt.test_title as title',
      'attempt.attempt_number',
      'attempt.required_score',
      sql<number | null>`attempt.score::float8`.as('score'),
      'attempt.passed',
      sql<string>`attempt.completed_at`.as('completed_at'),
    ])
    .orderBy('attempt.completed_at', 'desc')
    .orderBy('attempt.id', 'desc')
    .limit(limit)
    .execute()
}

/** Certificates that a link shows, newest first. */
export async function listCertificates(db: Db, link: AuditorLink, limit: number) {
  const columns = {
    user: 'certificates.user_id',
    item: 'certificates.test_id',
    at: 'certificates.completed_at',
  }
  return db
    .selectFrom('certificates')
    .where(isShown(link, columns))
    .select([
      'id',
      'code',
      'user_id',
      'person_name',
      'title',
      sql<number | null>`score::float8`.as('score'),
      'completed_at',
    ])
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
