import { requiredPath } from '@frontdesk/contract/items'
import {
  type Matrix,
  type MatrixQuery,
  MOST_MATRIX_ITEMS,
  MOST_MATRIX_PEOPLE,
} from '@frontdesk/contract/matrix'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isItemOf, ITEMS, personMatches } from './found.queries.ts'
import { CELL_LETTERS, NOT_ASKED } from './matrix-cells.ts'
import { conditionsOf, type Look, lookOf, stateOf } from './look.queries.ts'

const STATES = Object.keys(CELL_LETTERS)
const LETTERS = [NOT_ASKED, ...Object.values(CELL_LETTERS)]

/** A column's number, the cycle and the place of the letter travel as one number: so the newest is the highest. */
const CYCLES = 1_000_000

interface Item {
  item_id: string
  kind: 'policy' | 'test'
  training_id: string | null
  title: string
  path: string
}

interface Person {
  user_id: string
  name: string
  role: Matrix['people'][number]['role']
  is_active: boolean
  /** Whether anything counted as asked of them then. */
  stands: boolean
  /** `{…}` of packed numbers, in no order. */
  packed: string
}

/** How everybody stands with everything, at a moment or now. */
export async function findMatrix(db: Db, query: MatrixQuery): Promise<Matrix> {
  const now = new Date().toISOString()
  const items = await findItems(db, query)
  const look: Look = { ...(await lookOf(db, { as_of: query.as_of }, 'all')), due: 'either' }
  const ids = items.map((item) => item.item_id)
  const { found, total } = await findPeople(db, look, { query, ids })
  const people = found
    // Who had left by then has nothing that counts; who is here is shown, even if let off everything.
    .filter((person) => person.stands || person.is_active)
    .map(({ user_id, name, role, packed }) => ({ user_id, name, role, cells: unpack(packed) }))
    .filter(({ cells }) => cells.size > 0)
  const asked = new Set(people.flatMap(({ cells }) => [...cells.keys()]))
  const columns = items.flatMap((item, number) => (asked.has(number) ? { item, number } : []))
  const shown = columns.slice(0, MOST_MATRIX_ITEMS)
  return {
    as_of: look.asOf === null ? now : new Date(look.asOf).toISOString(),
    items: shown.map(({ item }) => item),
    people: people.map(({ cells, ...person }) => ({
      ...person,
      cells: shown
        .map(({ number }) => LETTERS[(cells.get(number) ?? 0) % LETTERS.length]!)
        .join(''),
    })),
    left_out: {
      people: Math.max(0, total - MOST_MATRIX_PEOPLE),
      items: columns.length - shown.length,
    },
  }
}

/** The newest of each column, by its number. */
function unpack(packed: string): Map<number, number> {
  const cells = new Map<number, number>()
  for (const one of JSON.parse(`[${packed.slice(1, -1)}]`) as number[]) {
    const number = Math.floor(one / LETTERS.length / CYCLES)
    if (one > (cells.get(number) ?? 0)) cells.set(number, one)
  }
  return cells
}

/** In the order of the columns; the number of each is its place. */
async function findItems(db: Db, { kind }: MatrixQuery): Promise<Item[]> {
  const { rows } = await sql<Omit<Item, 'path'>>`
    select item.id as item_id, item.kind, item.training_id, item.title
    from ${ITEMS} ${kind ? sql`where ${isItemOf(kind)}` : sql``}
    order by lower(item.title), item.id
  `.execute(db)
  return rows.map((item) => ({ ...item, path: requiredPath(item, item.item_id) }))
}

interface Wanted {
  query: MatrixQuery
  /** Of the columns. */
  ids: string[]
}

/** The first people by name of whom anything was asked by then, and how many there are in all. */
async function findPeople(
  db: Db,
  look: Look,
  { query: { role, team_id: teamId, search }, ids }: Wanted,
): Promise<{ found: Person[]; total: number }> {
  const moment = look.asOf === null ? sql`now()` : sql`${look.asOf}::timestamptz`
  const conditions = [
    sql`exists (select from obligations where user_id = users.id and opens_at <= ${moment})`,
  ]
  if (role) conditions.push(sql`role = ${role}`)
  if (teamId) {
    conditions.push(
      sql`id in (select user_id from team_members where team_id = ${teamId} and member)`,
    )
  }
  if (search) conditions.push(personMatches(search))
  const { rows } = await sql<Person & { total: number }>`
    with people as materialized (
      select id, name, role, status = 'active' as is_active, count(*) over () as total
      from users where ${sql.join(conditions, sql` and `)}
      order by lower(name), id limit ${MOST_MATRIX_PEOPLE}
    ), items as materialized (
      select id, number - 1 as number from unnest(${ids}::uuid[]) with ordinality as item (id, number)
    ), cells as (
      select obligation.user_id,
        bool_or(coalesce(obligation.stands_until, 'infinity') > ${moment}) as stands,
        -- What is ahead shows where nothing was before.
        array_agg((items.number * ${sql.lit(CYCLES)} + case when obligation.state = 'upcoming' then 0 else cycle end)
          * ${sql.lit(LETTERS.length)} + array_position(${STATES}::text[], obligation.state))::text as packed
      from (select obligation.*, ${stateOf(look)} as state from ${rowsThen(look)} where ${conditionsOf(look)})
        as obligation
      join items on items.id = obligation.item_id
      where obligation.state <> 'ended' and obligation.user_id in (select id from people)
      group by obligation.user_id
    )
    select people.id as user_id, name, role, is_active, total, stands, packed
    from people join cells on cells.user_id = people.id
    order by lower(name), id
  `.execute(db)
  return { found: rows, total: rows[0]?.total ?? 0 }
}

/** All rows, with the due date that held: of so many what was moved is looked up at once, and not row by row. */
const rowsThen = ({ asOf }: Look) =>
  asOf === null
    ? sql`(select *, due_at as due_then from obligations) as obligation`
    : sql`(
        select stored.*,
          case when first.obligation_id is null then stored.due_at else first.due_at_before end as due_then
        from obligations as stored left join (
          select distinct on (obligation_id) obligation_id, due_at_before
          from obligation_moves where moved_at > ${asOf} order by obligation_id, moved_at
        ) as first on first.obligation_id = stored.id
      ) as obligation`
