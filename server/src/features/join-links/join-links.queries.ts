import { createHash, randomBytes } from 'node:crypto'
import type { JoinedPerson, JoinLink, JoinLinkState } from '@frontdesk/contract/join-links'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** 128 random bits: not to be guessed, and short enough for a code that is scanned from afar. */
export const newToken = () => randomBytes(16).toString('base64url')

const state = sql<JoinLinkState>`case
  when join_links.revoked_at is not null then 'revoked'
  when join_links.ends_at <= now() then 'ended'
  when join_links.uses >= join_links.max_uses then 'used_up'
  when makers.status <> 'active' or makers.role <> 'admin' or makers.deleted_at is not null
    then 'maker_gone'
  else 'open'
end`

const joinLinks = (db: Db) =>
  db
    .selectFrom('join_links')
    .innerJoin('users as makers', 'makers.id', 'join_links.created_by')
    .select([
      'join_links.id',
      'join_links.label',
      'join_links.role',
      'join_links.domain',
      'join_links.max_uses',
      'join_links.uses',
      'join_links.ends_at',
      state.as('state'),
      'join_links.created_by',
      'makers.name as created_by_name',
      'join_links.created_at',
      'join_links.revoked_at',
    ])

/** All of them, newest first, and how many there are. */
export async function listJoinLinks(
  db: Db,
  options: PageOptions,
): Promise<{ page: Page<JoinLink>; total: number }> {
  const key = [sql<string>`join_links.created_at`, sql<string>`join_links.id`] as const
  const { total } = await db
    .selectFrom('join_links')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { page: await readPage(joinLinks(db), key, 'desc', options), total }
}

/** One of them; undefined where there is none. */
export async function findJoinLink(db: Db, id: string): Promise<JoinLink | undefined> {
  return joinLinks(db).where('join_links.id', '=', id).executeTakeFirst()
}

/** What opens it, as it is stored. */
export async function findSealedToken(db: Db, id: string): Promise<Buffer> {
  const row = await db
    .selectFrom('join_links')
    .select('token_sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.token_sealed
}

/** The link that a token opens, whatever its state; undefined where there is none. */
export async function findByToken(db: Db, token: string): Promise<JoinLink | undefined> {
  return joinLinks(db).where('join_links.token_hash', '=', hashOf(token)).executeTakeFirst()
}

/** Makes everybody else who uses or revokes it wait until the transaction ends. */
export async function lockJoinLink(db: Db, id: string): Promise<void> {
  await db.selectFrom('join_links').select('id').where('id', '=', id).forUpdate().execute()
}

export interface NewJoinLink {
  id: string
  token: string
  sealed: Buffer
  label: string
  role: JoinLink['role']
  domain: string | null
  maxUses: number | null
  endsAt: string | null
  createdBy: string
}

/** Adds a link. */
export async function insertJoinLink(db: Db, link: NewJoinLink): Promise<void> {
  await db
    .insertInto('join_links')
    .values({
      id: link.id,
      token_hash: hashOf(link.token),
      token_sealed: link.sealed,
      label: link.label,
      role: link.role,
      domain: link.domain,
      max_uses: link.maxUses,
      ends_at: link.endsAt,
      created_by: link.createdBy,
    })
    .execute()
}

/** Ends a link for good. */
export async function updateRevoked(db: Db, id: string): Promise<void> {
  await db
    .updateTable('join_links')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * An address takes its place of a link that is held; one that has come before takes no second one.
 * @param use.userId null where the address had an account already
 */
export async function takePlace(
  db: Db,
  use: { linkId: string; email: string; userId: string | null },
): Promise<void> {
  const { linkId, email, userId } = use
  const row = { link_id: linkId, address_hash: hashOf(email), user_id: userId }
  const taken = await db
    .insertInto('join_link_uses')
    .values(row)
    .onConflict((conflict) => conflict.columns(['link_id', 'address_hash']).doNothing())
    .returning('link_id')
    .executeTakeFirst()
  if (!taken) return
  await db
    .updateTable('join_links')
    .set({ uses: sql`uses + 1` })
    .where('id', '=', linkId)
    .execute()
}

/** Who joined by a link, newest first. */
export async function listJoined(
  db: Db,
  linkId: string,
  options: PageOptions,
): Promise<Page<JoinedPerson>> {
  const joined = db
    .selectFrom('join_link_uses')
    .innerJoin('users', 'users.id', 'join_link_uses.user_id')
    .where('link_id', '=', linkId)
    .select([
      'users.id as user_id',
      'users.name',
      'users.email',
      'users.status',
      'join_link_uses.joined_at',
    ])
  const key = [sql<string>`join_link_uses.joined_at`, sql<string>`users.id`] as const
  return readPage(joined, key, 'desc', options)
}
