import type { CurrentUser, Person } from '@frontdesk/contract/users'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readKeptPage } from '../../db/page.ts'
import { executeKept } from '../../db/prepared.ts'
import { hasSecondFactor } from '../../platform/has-second-factor.ts'
import { pictureLocation } from '../../platform/picture-location.ts'
import { listPendingSteps } from './pending-steps.queries.ts'
import { findTestsOf } from './test-progress.queries.ts'

/** What colleagues see of a person. */
export const personColumns = [
  'users.id',
  'users.first_name',
  'users.last_name',
  'users.name',
  'users.email',
  'users.phone_number',
  'users.bio',
  'users.title',
  'users.role',
  'users.status',
] as const

/** Whether name, e-mail or title contain the text, without regard to letter case. */
export function matchesPerson(search: string): RawBuilder<SqlBool> {
  // Looked at in thousands of rows: a third less work than `like`.
  return sql<SqlBool>`strpos(users.search_text, lower(${search})) > 0`
}

/** Active people by name; `search` looks at name, e-mail and title. */
export async function listPeople(
  db: Db,
  options: PageOptions & { search?: string },
): Promise<Page<Person>> {
  const key = [sql<string>`lower(users.name)`, sql<string>`users.id`] as const
  const listed = db
    .selectFrom('users')
    .select(personColumns)
    .select(pictureLocation)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .$if(Boolean(options.search), (query) => query.where(matchesPerson(options.search!)))
  return readKeptPage(db, listed, key, 'asc', options)
}

/** Undefined where there is no such person, or none whom the caller may see. */
export async function findPerson(
  db: Db,
  id: string,
  options: { inactiveToo: boolean },
): Promise<Person | undefined> {
  return db
    .selectFrom('users')
    .select(personColumns)
    .select(pictureLocation)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(!options.inactiveToo, (query) => query.where('status', '=', 'active'))
    .executeTakeFirst()
}

/** The signed-in person with what is asked of them. @throws where there is no such person */
export async function findCurrentUser(db: Db, id: string): Promise<CurrentUser> {
  const query = db
    .selectFrom('users')
    .select(personColumns)
    .select(pictureLocation)
    .select(['email_verified', 'theme', 'revision', 'last_login_at'])
    .select([
      hasSecondFactor,
      sql<string | null>`second_factor_due_at(users.id)`.as('factor_due_at'),
    ])
    .select(
      sql<boolean>`coalesce(second_factor_due_at(users.id) <= now(), false)`.as('must_set_up'),
    )
    .select(
      sql<string[]>`(select policy_ids from pending_policies_of(array[users.id]))`.as(
        'pending_policies',
      ),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('team_members')
            .select('team_id')
            .whereRef('team_members.user_id', '=', 'users.id')
            .where('manager', '=', true),
        )
        .$castTo<boolean>()
        .as('manages_team'),
    )
    .select(
      sql<string | null>`(
        select email from account_links
        where user_id = users.id and purpose = 'change' and expires_at > now()
      )`.as('pending_email'),
    )
    .where('id', '=', id)
  const [[user], pendingSteps, testsOf] = await Promise.all([
    executeKept(db, query),
    listPendingSteps(db, id),
    findTestsOf(db, [id]),
  ])
  if (!user) throw new Error(`There is no account ${id}`)
  const { has_second_factor: on, factor_due_at: dueAt, must_set_up: mustSetUp, ...rest } = user
  const secondFactor = { on, due_at: dueAt, must_set_up: mustSetUp }
  return { ...rest, second_factor: secondFactor, pending_steps: pendingSteps, ...testsOf(id) }
}
