import type { ApiKey, ApiKeyState } from '@frontdesk/contract/api-keys'
import { KEY_PREFIX } from '@frontdesk/contract/scopes'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'
import { hashKey } from '../../http/api-key.ts'
import { KEY_STATE } from '../../http/by-key.ts'

const apiKeys = (db: Db) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([
      'api_keys.id',
      'api_keys.name',
      sql<string>`${KEY_PREFIX} || public_id || '_'`.as('begins'),
      'scopes',
      sql<ApiKeyState>`${sql.raw(KEY_STATE)}`.as('state'),
      'api_keys.user_id as owner_id',
      'users.name as owner_name',
      'api_keys.created_at',
      'expires_at',
      'ended_at',
      'last_used_at',
      'last_used_ip',
    ])

/** All of them, newest first, and how many there are. */
export async function listApiKeys(
  db: Db,
  options: PageOptions,
): Promise<{ page: Page<ApiKey>; total: number }> {
  const key = [sql<string>`api_keys.created_at`, sql<string>`api_keys.id`] as const
  const { total } = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { page: await readPage(apiKeys(db), key, 'desc', options), total }
}

/** One of them; undefined where there is none. */
export async function findApiKey(db: Db, id: string): Promise<ApiKey | undefined> {
  return apiKeys(db).where('api_keys.id', '=', id).executeTakeFirst()
}

/** How many of somebody's are good. */
export async function countOpenKeys(db: Db, userId: string): Promise<number> {
  const { open } = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  return open
}

/** Where to tell whoever owns a key. */
export async function findOwnerEmail(db: Db, userId: string): Promise<string> {
  const owner = db.selectFrom('users').select('email').where('id', '=', userId)
  return (await owner.executeTakeFirstOrThrow()).email
}

export interface NewApiKey {
  id: string
  key: string
  publicId: string
  userId: string
  name: string
  scopes: string[]
  expiresAt: string
}

/** Adds a key, of which only the hash is kept. */
export async function insertApiKey(db: Db, key: NewApiKey): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      id: key.id,
      public_id: key.publicId,
      key_hash: hashKey(key.key),
      user_id: key.userId,
      name: key.name,
      scopes: key.scopes,
      expires_at: key.expiresAt,
    })
    .execute()
}

/** Ends a key for good, once its calls in flight are through; false where it was over before. */
export async function updateRevoked(db: Db, id: string): Promise<boolean> {
  await db.selectFrom('api_keys').select('id').where('id', '=', id).forUpdate().execute()
  const revoked = await db
    .updateTable('api_keys')
    .set({ ended_at: sql`now()`, ended_as: 'revoked' })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}
