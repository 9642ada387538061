import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

/** `change`: of an address that is to become the account's. */
export type LinkPurpose = 'invite' | 'verify' | 'reset' | 'change'

/** How long a link is good (decisions.md, section 4). */
const LIFETIMES: Record<LinkPurpose, string> = {
  invite: '7 days',
  verify: '24 hours',
  reset: '1 hour',
  change: '24 hours',
}

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Makes a new link and returns its id; an earlier one of its kind opens nothing any more. */
export async function issueLink(
  db: Db,
  link: { userId: string; purpose: LinkPurpose; email: string; createdBy?: string | null },
): Promise<string> {
  const id = uuidv7()
  await withdrawLink(db, link.userId, link.purpose)
  await db
    .insertInto('account_links')
    .values({
      id,
      user_id: link.userId,
      purpose: link.purpose,
      email: link.email,
      created_by: link.createdBy ?? null,
      expires_at: sql`now() + ${LIFETIMES[link.purpose]}::interval`,
    })
    .execute()
  return id
}

/** Whatever link of this kind somebody has opens nothing any more. */
export async function withdrawLink(db: Db, userId: string, purpose: LinkPurpose): Promise<void> {
  await db
    .deleteFrom('account_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
}

/** A link that is neither used, replaced nor expired; undefined otherwise. */
export async function findLiveLink(db: Db, id: string) {
  return db
    .selectFrom('account_links')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
}

/**
 * Writes a further token for a link: 256 random bits, stored only as a hash. Never call it in a GET.
 * @param options.handedOver whether an admin sees it: records say so of what is done with it
 */
export async function insertLinkToken(
  db: Db,
  linkId: string,
  { handedOver = false } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('account_link_tokens')
    .values({ token_hash: hashToken(token), link_id: linkId, handed_over: handedOver })
    .execute()
  return token
}

/** What a token opens, and for whom; undefined for one that opens nothing (any more). */
export async function findLinkByToken(db: Db, purpose: LinkPurpose, token: string) {
  return (
    db
      .selectFrom('account_link_tokens')
      .innerJoin('account_links', 'account_links.id', 'account_link_tokens.link_id')
      .innerJoin('users', 'users.id', 'account_links.user_id')
      .select([
        'account_links.id',
        'account_links.email',
        'account_link_tokens.handed_over',
        'users.id as user_id',
        'users.name',
        'users.first_name as firstName',
        'users.last_name as lastName',
        'users.status',
        'users.role',
        'users.email as account_email',
      ])
      .where('token_hash', '=', hashToken(token))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', sql<string>`now()`)
      // Bound to the address it was sent to: that of the account, or the one it is to have.
      .$if(purpose !== 'change', (query) =>
        query.whereRef('users.email', '=', 'account_links.email'),
      )
      .where('users.deleted_at', 'is', null)
      .executeTakeFirst()
  )
}

/** The address that somebody has asked for and not confirmed yet; undefined where there is none. */
export async function findPendingChange(db: Db, userId: string) {
  return db
    .selectFrom('account_links')
    .select(['id', 'email'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change')
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
}

/** Uses a link up. Of many at once one gets true; it holds until that one's transaction ends. */
export async function consumeLink(db: Db, linkId: string): Promise<boolean> {
  const used = await db
    .deleteFrom('account_links')
    .where('id', '=', linkId)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Removes what has expired, but invitations, which are listed as such; runs hourly. */
export async function deleteExpiredLinks(db: Db): Promise<void> {
  await db
    .deleteFrom('account_links')
    .where('purpose', '!=', 'invite')
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()
}
