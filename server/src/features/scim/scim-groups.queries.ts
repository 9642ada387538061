import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { conflict } from '../../http/errors.ts'
import { type Filterable, readFilter } from './filter.ts'

interface Member {
  value: string
  display: string
}

const groups = (db: Db) =>
  db.selectFrom('teams').select(['id', 'name', 'external_id', 'created_at', 'updated_at'])

/** Those whom no directory has deleted, by name. */
const members = sql<Member[]>`coalesce((
  select json_agg(json_build_object('value', users.id, 'display', users.name)
    order by lower(users.name), users.id)
  from team_members as part join users on users.id = part.user_id
  where part.team_id = matching.id and part.member
    and users.deleted_at is null and users.left_directory_at is null
), '[]')`

const FILTERS: Filterable = {
  id: { column: sql.ref('id'), kind: 'id' },
  displayname: { column: sql.ref('name') },
  externalid: { column: sql.ref('external_id'), kind: 'exact' },
}
const MEMBERS = ['members', 'members.value']

/** Compared with any of the members. */
const anyMember = sql`any(array(
  select part.user_id from team_members as part where part.team_id = teams.id and part.member
))`

/** @throws AppError 400 `invalidFilter` */
export async function listScimGroups(
  db: Db,
  options: { filter?: string; offset: number; limit: number; withMembers: boolean },
) {
  const { filter, offset, limit, withMembers } = options
  const member = { column: anyMember, kind: 'id' } as const
  const known = { ...FILTERS, ...Object.fromEntries(MEMBERS.map((name) => [name, member])) }
  const condition = filter === undefined ? sql<boolean>`true` : readFilter(filter, known)
  const matching = groups(db).where(condition)
  const { total } = await db
    .selectFrom(matching.as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = matching.orderBy('id').offset(offset).limit(limit)
  const rows = limit === 0 ? [] : await shown(db, page, withMembers).execute()
  return { rows, total }
}

const shown = (db: Db, matching: ReturnType<typeof groups>, withMembers: boolean) =>
  db
    .selectFrom(matching.as('matching'))
    .selectAll()
    .select((withMembers ? members : sql<Member[]>`'[]'::json`).as('members'))
    .orderBy('id')

/** Undefined where there is none. */
export async function findScimGroup(db: Db, id: string) {
  return shown(db, groups(db).where('id', '=', id), true).executeTakeFirst()
}
export type ScimGroupRow = NonNullable<Awaited<ReturnType<typeof findScimGroup>>>

/** @throws AppError 409 where another team has it */
export async function updateExternalId(
  db: Db,
  id: string,
  externalId: string | null,
): Promise<void> {
  await db
    .updateTable('teams')
    .set({ external_id: externalId })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== '23505') throw error
      throw conflict('external_id_taken', 'Another group already has this externalId')
    })
}
