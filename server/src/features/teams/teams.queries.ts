import type { ManagedTeam, Team } from '@frontdesk/contract/teams'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'

const idsOf = (part: 'member' | 'manager') =>
  sql<string[]>`array(
    select part.user_id from team_members as part join users on users.id = part.user_id
    where part.team_id = teams.id and part.${sql.ref(part)} and users.deleted_at is null
    order by lower(users.name), users.id
  )`

function teams(db: Db) {
  return db
    .selectFrom('teams')
    .select(['id', 'name', 'created_at', 'updated_at'])
    .select([idsOf('member').as('member_ids'), idsOf('manager').as('manager_ids')])
}

/** By name. */
export async function listTeams(db: Db, options: PageOptions): Promise<Page<Team>> {
  return readPage(teams(db), [sql`lower(name)`, sql`id`], 'asc', options)
}

/** Undefined where there is none. */
export async function findTeam(db: Db, id: string): Promise<Team | undefined> {
  return teams(db).where('id', '=', id).executeTakeFirst()
}

/** Those that somebody manages, by name. */
export async function listManagedTeams(db: Db, userId: string): Promise<ManagedTeam[]> {
  return db
    .selectFrom('teams')
    .innerJoin('team_members as mine', 'mine.team_id', 'teams.id')
    .select(['teams.id', 'teams.name'])
    .select(
      sql<ManagedTeam['members']>`coalesce((
        select json_agg(json_build_object('id', users.id, 'name', users.name) order by lower(users.name), users.id)
        from team_members as part join users on users.id = part.user_id
        where part.team_id = teams.id and part.member and users.status = 'active'
      ), '[]')`.as('members'),
    )
    .where('mine.user_id', '=', userId)
    .where('mine.manager', '=', true)
    .orderBy(sql`lower(teams.name)`)
    .execute()
}

/** Holds a team until the transaction ends; undefined where there is none. */
export async function lockTeam(db: Db, id: string): Promise<{ name: string } | undefined> {
  return db.selectFrom('teams').select('name').where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Adds a team without people and returns its id. @throws PostgreSQL's 23505 where the name is taken */
export async function insertTeam(
  db: Db,
  team: { name: string; createdBy: string },
): Promise<string> {
  const id = uuidv7()
  await db.insertInto('teams').values({ id, name: team.name, created_by: team.createdBy }).execute()
  return id
}

/** @throws PostgreSQL's 23505 where the name is taken */
export async function renameTeam(db: Db, id: string, name: string): Promise<void> {
  await db
    .updateTable('teams')
    .set({ name, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Makes these the people of a team; whoever stays a member has been one since they came. */
export async function replacePeople(
  db: Db,
  teamId: string,
  people: { memberIds: string[]; managerIds: string[] },
): Promise<void> {
  const { memberIds, managerIds } = people
  await sql`
    delete from team_members
    where team_id = ${teamId} and not user_id = any(${[...memberIds, ...managerIds]}::uuid[])
  `.execute(db)
  await sql`
    insert into team_members as part (team_id, user_id, member, manager)
    select ${teamId}, id, id = any(${memberIds}::uuid[]), id = any(${managerIds}::uuid[])
    from users where id = any(${[...memberIds, ...managerIds]}::uuid[])
    order by id
    on conflict (team_id, user_id) do update
    set member = excluded.member, manager = excluded.manager,
      since = case when part.member = excluded.member then part.since else now() end
    where (part.member, part.manager) is distinct from (excluded.member, excluded.manager)
  `.execute(db)
}

/** Removes a team with what was required of it. */
export async function deleteTeam(db: Db, id: string): Promise<void> {
  // First, while it still says whom they were of.
  await db.deleteFrom('requirements').where('team_id', '=', id).execute()
  await db.deleteFrom('teams').where('id', '=', id).execute()
}
