import type { ObligationFilter } from '@frontdesk/contract/obligations'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { contains } from '../../db/page.ts'

/** Whose obligations, and of which items, a search means; `people` is null where they are too many to name. */
export interface Found {
  people: string[] | null
  items: string[]
}

/** Everything that an obligation may be about. */
export const ITEMS = sql`(
  select policies.id, 'policy' as kind, title, null::uuid as training_id
  from policies join policy_versions on policy_id = policies.id and version = current_version
  union all
  select id, 'test', title, training_id from tests
) as item`

/** Which of them are of a kind. */
export const isItemOf = (kind: NonNullable<ObligationFilter['kind']>) =>
  kind === 'policy' || kind === 'test'
    ? sql`item.kind = ${kind}`
    : sql`item.kind = 'test' and (training_id is not null) = ${kind === 'training'}`

/** Most are ruled out by one look at what is in lower case already. */
export const personMatches = (search: string, table = 'users') =>
  sql<SqlBool>`(strpos(${sql.ref(`${table}.search_text`)}, lower(${search})) > 0
    and ${contains(search, [`${table}.name`, `${table}.email`])})`

/**
 * What of obligations a search means.
 * @param probed whether rows are read one by one, until there are enough: then each one's person is looked at,
 * instead of everybody before
 */
export function isFound(
  { people, items }: Found,
  search: string,
  probed: boolean,
): RawBuilder<SqlBool> {
  const ofItem = sql<SqlBool>`obligation.item_id = any(${items}::uuid[])`
  if (people?.length === 0) return items.length === 0 ? sql`false` : ofItem
  const ofPerson = people
    ? sql<SqlBool>`obligation.user_id = any(${people}::uuid[])`
    : probed
      ? sql<SqlBool>`(select ${personMatches(search)} from users where users.id = obligation.user_id)`
      : sql<SqlBool>`obligation.user_id in (select id from users where ${personMatches(search)})`
  return items.length === 0 ? ofPerson : sql`(${ofPerson} or ${ofItem})`
}

/** More people than that are not named one by one. */
export const NAMED = 2000

/** Looks among people and items first, which are few beside what is asked of them. */
export async function findSearched(db: Db, search: string, named: number): Promise<Found> {
  const { rows } = await sql<{ people: string[]; items: string[] }>`
    select
      array(select id from users where ${personMatches(search)} limit ${named + 1}) as people,
      array(select id from ${ITEMS} where ${contains(search, ['item.title'])}) as items
  `.execute(db)
  const { people, items } = rows[0]!
  return { people: people.length > named ? null : people, items }
}

/** Who is of a role and a team, where that are few: the planner would look through all rows for them. */
export async function findPeopleOf(
  db: Db,
  { role, team_id: teamId }: ObligationFilter,
  named: number,
): Promise<string[] | null> {
  if (!role && !teamId) return null
  // Apart from each other: each has an index.
  const among = (gone: RawBuilder<SqlBool>) => sql`
    select id from users where deleted_at ${gone} and ${role ? sql`role = ${role}` : sql`true`}
      and ${
        teamId
          ? sql`id in (select user_id from team_members where team_id = ${teamId} and member)`
          : sql`true`
      }`
  const { rows } = await sql<{ id: string }>`
    ${among(sql`is null`)} union all ${among(sql`is not null`)} limit ${named + 1}
  `.execute(db)
  return rows.length > named ? null : rows.map(({ id }) => id)
}
