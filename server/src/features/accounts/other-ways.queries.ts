import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** What opens somebody's account beside the password. */
export interface OtherWays {
  passkeys: number
  keys: number
  /** Names of those that are switched on. */
  providers: string[]
}

export async function findOtherWays(db: Db, userId: string): Promise<OtherWays> {
  return db
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
}

/** Ends what was added before anybody had shown that the address of the account is theirs. */
export async function deleteUnconfirmedWays(db: Db, userId: string): Promise<void> {
  for (const table of ['passkeys', 'identity_links'] as const) {
    await db
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('unconfirmed', '=', true)
      .execute()
  }
}

/** Which of them are gone. */
export const endedBetween = (before: OtherWays, after: OtherWays): OtherWays => ({
  passkeys: before.passkeys - after.passkeys,
  keys: before.keys - after.keys,
  providers: before.providers.filter((name) => !after.providers.includes(name)),
})

/** In words, for a mail. */
export const inWords = ({ passkeys, keys, providers }: OtherWays): string[] => [
  ...many(passkeys, 'passkey'),
  ...providers.map((name) => `your connection with ${name}`),
  ...many(keys, 'API key'),
]

const many = (count: number, what: string): string[] =>
  count === 0 ? [] : [count === 1 ? `your ${what}` : `your ${count} ${what}s`]
