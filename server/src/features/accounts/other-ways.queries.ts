import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** What opens somebody's account beside the password, and stays when that changes; in words, for a mail. */
export async function findOtherWays(db: Db, userId: string): Promise<string[]> {
  const { passkeys, keys, providers } = await db
    .selectNoFrom([
      sql<number>`(select count(*)::int from passkeys where user_id = ${userId})`.as('passkeys'),
      sql<number>`(
        select count(*)::int from api_keys
        where user_id = ${userId} and ended_at is null and expires_at > now()
      )`.as('keys'),
      sql<string[]>`array(
        select name from identity_links join identity_providers on id = provider_id
        where user_id = ${userId} and enabled order by lower(name), id
      )`.as('providers'),
    ])
    .executeTakeFirstOrThrow()
  return [
    ...many(passkeys, 'passkey'),
    ...providers.map((name) => `your connection with ${name}`),
    ...many(keys, 'API key'),
  ]
}

const many = (count: number, what: string): string[] =>
  count === 0 ? [] : [count === 1 ? `your ${what}` : `your ${count} ${what}s`]
