import type { AdminUser, AdminUserDetail } from '@frontdesk/contract/admin-users'
import type { Role, UserStatus } from '@frontdesk/contract/users'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, selectPage, toPage } from '../../db/page.ts'
import type { DB } from '../../db/schema.ts'
import { hasAccount } from '../../platform/has-account.ts'
import { hasSecondFactor } from '../../platform/has-second-factor.ts'
import { pictureLocation } from '../../platform/picture-location.ts'
import { findTestsOf } from './test-progress.queries.ts'
import { findCurrentUser, matchesPerson, personColumns } from './users.queries.ts'

export interface TeamFilter {
  search?: string
  status?: UserStatus
  awaiting?: 'approval' | 'invitation'
  role?: Role
  team_id?: string
  /** Only those with something overdue. */
  behind?: 'true'
}

const lowerName = sql<unknown>`lower(users.name)`
/** How many things are asked of them now. */
const open = sql<number>`(
  select count(*)::int from obligations
  where obligations.user_id = users.id and closed_at is null and opens_at <= now()
)`
/** Of how many the due date is over. */
const overdue = sql<number>`(
  select count(*)::int from obligations
  where obligations.user_id = users.id and closed_at is null and due_at < now() and opens_at <= now()
)`
const standing = [open.as('open_obligations'), overdue.as('overdue_obligations')] as const
/** In the words of the indexes that answer them. */
const SORTS = {
  name: [lowerName],
  role: [sql<unknown>`users.role`, lowerName],
  status: [sql<unknown>`users.status`, lowerName],
  last_login_at: [sql<unknown>`coalesce(users.last_login_at, '-infinity'::timestamptz)`],
  created_at: [sql<unknown>`users.created_at`],
  // Not of an index: `placesByBehind`.
  behind: [overdue, lowerName],
}
export type TeamSort = keyof typeof SORTS

/** Whether somebody has still to accept; an invitation whose link is gone counts as expired. */
const invitation = sql<AdminUser['invitation']>`case
  when users.password_hash is null and users.status <> 'inactive' then coalesce((
    select case when expires_at > now() then 'open' end from account_links
    where account_links.user_id = users.id and account_links.purpose = 'invite'
  ), 'expired')
end`.as('invitation')

/** Whether the newest mail of their invitation reached a mail server. */
const invitationDelivery = sql<AdminUser['invitation_delivery']>`case
  when users.password_hash is null and users.status <> 'inactive' then (
    select mails.delivery from account_links join mails on mails.link_id = account_links.id
    where account_links.user_id = users.id and account_links.purpose = 'invite'
    order by mails.created_at desc limit 1
  )
end`.as('invitation_delivery')

function filtered<Row>(query: SelectQueryBuilder<DB, 'users', Row>, filter: TeamFilter) {
  const { search, status, awaiting, role, team_id: teamId, behind } = filter
  return query
    .where('users.deleted_at', 'is', null)
    .$if(Boolean(search), (some) => some.where(matchesPerson(search!)))
    .$if(Boolean(status), (some) => some.where('users.status', '=', status!))
    .$if(Boolean(role), (some) => some.where('users.role', '=', role!))
    .$if(Boolean(teamId), (some) =>
      some.where(
        sql<boolean>`exists (
          select from team_members
          where team_members.user_id = users.id and team_id = ${teamId} and member
        )`,
      ),
    )
    .$if(Boolean(behind), (some) =>
      some.where(
        sql<boolean>`users.id in (
          select user_id from overdue_spells where until is null and since <= now()
        )`,
      ),
    )
    .$if(Boolean(awaiting), (some) =>
      some
        .where('users.status', '=', 'pending')
        .where('users.password_hash', awaiting === 'approval' ? 'is not' : 'is', null),
    )
}

type TeamOptions = TeamFilter & PageOptions & { sort?: TeamSort; order?: 'asc' | 'desc' }

/** Everyone but the deleted, by name unless sorted otherwise, and how many match in all. */
export async function listTeam(
  db: Db,
  options: TeamOptions & { view?: 'list' },
): Promise<{ page: Page<AdminUser>; total: number }> {
  const { rows, next, total } = await listPeopleOfTeam(db, options)
  const testsOf = await findTestsOf(
    db,
    rows.map(({ id }) => id),
  )
  const page = rows.map((person) => {
    const { tests, ...counts } = testsOf(person.id)
    return { ...person, ...counts, ...(options.view !== 'list' && { tests }) }
  })
  return { page: { rows: page, next }, total }
}

/** How many match. Who is gone is late with nothing: who is behind is counted without a look at who they are. */
function countMatching(db: Db, options: TeamOptions) {
  const { search, status, awaiting, role, team_id: teamId, behind } = options
  const isBehindAlone = behind && !(search ?? status ?? awaiting ?? role ?? teamId)
  return isBehindAlone
    ? db
        .selectFrom('overdue_spells')
        .where('until', 'is', null)
        .where('since', '<=', sql<string>`now()`)
        .select((eb) => eb.fn.countAll<number>().as('total'))
    : filtered(db.selectFrom('users'), options).select((eb) => eb.fn.countAll<number>().as('total'))
}

async function listPeopleOfTeam(db: Db, options: TeamOptions) {
  const { limit, order = 'asc', sort = 'name' } = options
  const key = [...SORTS[sort], sql<unknown>`users.id`]
  const matching = filtered(db.selectFrom('users'), options)
  const counted = countMatching(db, options)
  const isOfFew = sort === 'behind' && (await isOfFewPeople(db, options))
  const rows = await db
    .with('page', () =>
      sort === 'behind'
        ? placesByBehind(db, matching, { ...options, key, order, isOfFew })
        : selectPage(matching.select('users.id'), key, order, options),
    )
    .selectFrom('page')
    .innerJoin('users', 'users.id', 'page.id')
    .innerJoin(pendingOnPage, 'pending.user_id', 'page.id')
    .select(personColumns)
    .select(pictureLocation)
    .select(['email_verified', 'last_login_at', 'created_at', 'revision'])
    .select([
      invitation,
      invitationDelivery,
      hasSecondFactor,
      'pending.policy_ids as pending_policies',
      'page.cursor',
    ])
    .select(standing)
    .select(countOf(sql`(${counted})`, options).as('total'))
    .orderBy(sql.join(key.map((part) => sql`${part} ${sql.raw(order)}`)))
    .limit(limit + 1)
    .execute()
  // A page with nobody has no row to say it.
  const total = rows[0]?.total ?? (await counted.executeTakeFirstOrThrow()).total
  return { ...toPage(rows, limit), total }
}

/** So many are found and sorted sooner than they are come upon among everybody. */
const FEW_PEOPLE = 2000

/** Whether few people are of the team or of the role that are looked for. */
async function isOfFewPeople(db: Db, { team_id: teamId, role }: TeamFilter): Promise<boolean> {
  const groups: RawBuilder<unknown>[] = []
  if (teamId) groups.push(sql`select from team_members where team_id = ${teamId} and member`)
  if (role) groups.push(sql`select from users where role = ${role} and deleted_at is null`)
  for (const group of groups) {
    const beyond = await sql`${group} limit 1 offset ${FEW_PEOPLE}`.execute(db)
    if (beyond.rows.length === 0) return true
  }
  return false
}

/**
 * The page by how much is overdue, as it was counted, and beside it that of those of whom another due date
 * is over since then (`turn_people_behind`): among both is the page.
 */
function placesByBehind(
  db: Db,
  matching: SelectQueryBuilder<DB, 'users', unknown>,
  {
    key,
    order,
    isOfFew,
    ...page
  }: { key: RawBuilder<unknown>[]; order: 'asc' | 'desc'; isOfFew: boolean } & PageOptions,
) {
  const placed = matching.innerJoin('people_behind', 'people_behind.user_id', 'users.id')
  const held = placed
    .where('until', '>', sql<string>`now()`)
    .select(['users.id', 'people_behind.overdue', 'people_behind.name'])
    // Here and there in the order of all: they are found before they are sorted.
    .$if(isOfFew, (some) => some.offset(0))
  const kept = selectPage(
    db.selectFrom(held.as('held')).select('held.id'),
    [sql`held.overdue`, sql`held.name`, sql`held.id`],
    order,
    page,
  )
  const changed = selectPage(
    // In the words of its index.
    placed
      .where('until', '<=', sql<string>`now()`)
      .where('until', '<', 'infinity')
      .select('users.id'),
    key,
    order,
    page,
  )
  return db
    .selectFrom(kept.as('kept'))
    .selectAll()
    .unionAll(db.selectFrom(changed.as('changed')).selectAll())
}

const pendingOnPage = sql<{ user_id: string; policy_ids: string[] }>`
  pending_policies_of(array(select id from page))
`.as('pending')

/** A first page that shows all who match says how many they are; they aren't looked for again. */
const countOf = (counted: RawBuilder<unknown>, { cursor, limit }: PageOptions) =>
  cursor
    ? sql<number>`${counted}`
    : sql<number>`case
        when exists (select from page offset ${limit}) then ${counted}
        else (select count(*) from page)
      end`

/** One person with what is asked of them; undefined where there is no such person. */
export async function findTeamMember(db: Db, id: string): Promise<AdminUserDetail | undefined> {
  const more = await db
    .selectFrom('users')
    .select(['created_at', invitation, invitationDelivery, hasSecondFactor, ...standing])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!more) return undefined
  const { theme: _, second_factor: _factor, ...person } = await findCurrentUser(db, id)
  return { ...person, ...more }
}

/** What a change has to know of a person, held until the transaction ends; undefined for nobody. */
export async function lockTeamMember(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'first_name',
      'last_name',
      'name',
      'email',
      'email_verified',
      'role',
      'title',
      'status',
      'phone_number',
      'external_id',
      'revision',
    ])
    .select(hasAccount.as('has_account'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockTeamMember>>>

export type ChangedFields = Partial<
  Pick<
    LockedPerson,
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'role'
    | 'title'
    | 'status'
    | 'phone_number'
    | 'external_id'
  >
>

/**
 * Saves what changes of a person; a new address counts as unverified.
 * @throws PostgreSQL's 23505 where somebody else has the address, FD001 for the last active admin
 */
export async function updateTeamMember(db: Db, id: string, change: ChangedFields): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, ...(change.email && { email_verified: false }), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** The status of each of them, held until the transaction ends. */
export async function findStatuses(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'status'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Whether one of them is an admin who may not sign in. */
export async function hasAdminToLetIn(db: Db, ids: string[]): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('role', '=', 'admin')
    .where('status', '<>', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Those of the ids that are somebody's, in an order in which any two calls lock them alike. */
export async function findTeamIds(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
