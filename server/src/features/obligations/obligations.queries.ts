import { COUNTED_EXACTLY } from '@frontdesk/contract/fields'
import { requiredPath } from '@frontdesk/contract/items'
import type { Obligation, ObligationFilter } from '@frontdesk/contract/obligations'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/connect.ts'
import {
  afterCursor,
  type Count,
  decodeCursor,
  mapPage,
  type Page,
  type PageOptions,
  placeOf,
  toCount,
  toPage,
} from '../../db/page.ts'
import { isItemOf, ITEMS, NAMED, personMatches } from './found.queries.ts'
import {
  KEYS,
  type ObligationOrder,
  orderBy,
  ownAfter,
  ownKey,
  type Sort,
  SORTED_BY,
  TITLE,
  type Wanted,
} from './order.queries.ts'
import {
  conditionsOf,
  dueAt,
  dueOrNever,
  inHalves,
  isOfOne,
  isOfStood,
  itemAsked,
  type Look,
  lookOf,
  type RegisterFilter,
  rowsOf,
  runLook,
  type Scope,
  stateOf,
  type Within,
} from './look.queries.ts'

/**
 * Rows with the due date that held at the moment, and what they are sorted by: so much is in the indexes, and
 * nothing else is read of rows that are not on the page.
 */
function selectRows(part: Look, sort: Sort, within?: Within) {
  const columns = SORTED_BY[sort].map((column) => sql`, ${sql.ref(`obligation.${column}`)}`)
  return sql`select obligation.id, ${dueAt(part)} as due_then ${sql.join(columns, sql``)}
    from ${rowsOf(part, within)} where ${conditionsOf(part)}`
}

/** The whole rows of those of a page. */
const STORED = sql`cross join lateral (
  select stored.*, page.due_then from obligations as stored where stored.id = page.id
) as obligation`

/**
 * From where a page is read. What is few is found and then sorted. Of more than can be sorted at each look
 * the first so many in the order asked for are read: of an index, person by person, or item by item.
 */
function sourceOf(look: Look, wanted: Wanted, few: boolean): RawBuilder<unknown> {
  if (wanted.sort === 'user_name') return few ? fewest(look, wanted) : byPerson(look, wanted)
  if (wanted.sort === 'item_title') return few ? fewest(look, wanted) : byItem(look, wanted)
  return sql`(${inOrder(look, wanted, few)}) as page ${STORED}
    join users as person on person.id = obligation.user_id
    join ${ITEMS} on item.id = obligation.item_id`
}

/** The page among few, in the order of the people or items that they are of. */
function fewest(look: Look, { sort, order, cursor, limit }: Wanted) {
  const key = KEYS[sort]
  const found = sql`(${inHalves(look, (part) => selectRows(part, sort))} ${FOUND_FIRST}) as obligation`
  const ofPeople = sql`${found} join users as person on person.id = obligation.user_id`
  return sql`(
      select obligation.id, obligation.due_then from ${sort === 'user_name' ? ofPeople : ofTheirItems(found)}
      ${cursor ? sql`where ${afterCursor(cursor, key, order)}` : sql``}
      order by ${orderBy(key, order)} limit ${limit + 1}
    ) as page ${STORED}
    join users as person on person.id = obligation.user_id
    join ${ITEMS} on item.id = obligation.item_id`
}

/** Rows beside what they are of, which is looked up once for each item, however few rows the planner expects. */
const ofTheirItems = (found: RawBuilder<unknown>) => sql`(
    select obligation.item_id, array_agg(obligation.id) as ids, array_agg(obligation.due_then) as dues
    from ${found} group by obligation.item_id
  ) as each
  join ${ITEMS} on item.id = each.item_id
  cross join lateral unnest(each.ids, each.dues) as obligation (id, due_then)`

/** All are found and then sorted: the planner would rather read some index in the order that is asked for. */
const FOUND_FIRST = sql`offset 0`

/**
 * The rows of the page, and one beyond it, of each part.
 * @param few whether they are found before they are sorted; of more only an index has them in order
 */
function inOrder(look: Look, wanted: Wanted, few: boolean) {
  const { sort, order, limit } = wanted
  const { state, due_from: from, due_to: to } = look.filter
  const isOfDue = few || sort === 'due_at' || state !== undefined || from || to
  const due = look.asOf === null || isOfDue ? 'unmoved' : 'either'
  return inHalves({ ...look, due, probed: !few }, (part) => {
    const rows = sql`${selectRows(part, sort)} ${ownAfter(part, wanted)}`
    const first = sql`order by ${orderBy(ownKey(part, sort), order)} limit ${limit + 1}`
    // What is open of some days has them in the order of the end: by when it is due.
    const isInOrder = sort === 'closed_at' && part.half === 'open' && !part.people && !part.found
    // What was open then lies together: an index of all would be read from end to end before it.
    if (few ? !isInOrder : isOfStood(part)) {
      return sql`select * from (${rows} ${FOUND_FIRST}) as obligation ${first}`
    }
    // By when it was asked the index has the items in its key, and skips to them.
    const items = sort === 'opens_at' ? null : fewItemsOf(part)
    if (items && !few) {
      return sql`select each.* from unnest(${items}::uuid[]) as one (id) cross join lateral (
        ${selectRows({ ...part, found: null }, sort)}
        and obligation.item_id = one.id ${ownAfter(part, wanted)} ${first}
      ) as each`
    }
    if (part.due === 'moved' && sort === 'due_at') return firstMoved(part, wanted)
    return sql`${rows} ${first}`
  })
}

/** Of many that were moved most are not on the page, and need not be looked up. */
function firstMoved(part: Look, wanted: Wanted) {
  const { order, limit } = wanted
  const inTheirs = orderBy([sql`due_key`, sql`obligation_id`], order)
  const inOurs = orderBy([sql`obligation.due_key`, sql`obligation.id`], order)
  return sql`${selectRows(part, 'due_at', { order: sql`order by ${inTheirs}` })} ${ownAfter(part, wanted)}
    order by ${inOurs} limit ${limit + 1}`
}

/** Items that a search means, and nobody: the first rows of each are read, where these are few. */
const fewItemsOf = ({ found }: Look) =>
  found?.people?.length === 0 && found.items.length <= FEW_ITEMS ? found.items : null

/** Person by person in their order: of those after the page nothing is read. */
function byPerson(look: Look, { order, cursor, limit }: Wanted) {
  const [name, id] = cursor ? decodeCursor(cursor, KEYS.user_name.length) : []
  const from = sql.raw(order === 'asc' ? '>=' : '<=')
  const after = cursor ? sql`and ${afterCursor(cursor, KEYS.user_name, order)}` : sql``
  const { own, ofPerson } = withoutPeople(look)
  const part: Look = look.asOf === null ? own : { ...own, due: 'either' }
  const behind = cursor
    ? sql`(lower(users.name), users.id) ${from} (${name}, ${id}::uuid)`
    : sql`true`
  return sql`(select * from users where ${behind} and ${ofPerson}) as person
    cross join lateral (
      ${selectRows(part, 'due_at')} and obligation.user_id = person.id ${after}
      order by obligation.id ${sql.raw(order)} limit ${limit + 1}
    ) as page ${STORED}
    join ${ITEMS} on item.id = obligation.item_id`
}

/** What is asked of people, apart from the rest: it is answered once for each, and not for each of their rows. */
function withoutPeople(look: Look): { own: Look; ofPerson: RawBuilder<SqlBool> } {
  const { filter, found, people } = look
  const conditions = [sql<SqlBool>`true`]
  if (people) conditions.push(sql`users.id = any(${people}::uuid[])`)
  if (filter.role && !people) conditions.push(sql`users.role = ${filter.role}`)
  if (filter.team_id && !people) {
    conditions.push(sql`users.id in (
      select user_id from team_members where team_id = ${filter.team_id} and member
    )`)
  }
  // What is of an item that is found is anybody's.
  const isOfPeople = found !== null && found.items.length === 0
  if (isOfPeople) {
    conditions.push(
      found.people ? sql`users.id = any(${found.people}::uuid[])` : personMatches(filter.search!),
    )
  }
  const { role: _role, team_id: _team, ...rest } = filter
  return {
    own: { ...look, filter: rest, people: null, found: isOfPeople ? null : found },
    ofPerson: sql.join(conditions, sql` and `),
  }
}

/** Item by item in their order. */
function byItem(look: Look, { order, cursor, limit }: Wanted) {
  const [, lastItem, due] = cursor ? decodeCursor(cursor, KEYS.item_title.length) : []
  const [beyond, start] =
    order === 'asc' ? (['>=', '-infinity'] as const) : (['<=', 'infinity'] as const)
  const first = (key: RawBuilder<unknown>[]) =>
    sql`order by ${orderBy(key, order)} limit ${limit + 1}`
  const { kind, ...rest } = look.filter
  // The items are of the kind: a row need not be looked up to say it again.
  const own = inHalves({ ...look, filter: rest, probed: true }, (part) => {
    const dueKey = ownKey(part, 'due_at')
    // Within the item that the last page ended in the index leads to where it did.
    const after = cursor
      ? sql`and ${dueOrNever(part)} ${sql.raw(beyond)} case
          when item.id = ${lastItem}::uuid then ${due}::timestamptz else ${start}::timestamptz
        end and ${afterCursor(cursor, [TITLE, sql`item.id`, ...dueKey], order)}`
      : sql``
    const rows = selectRows(part, 'due_at', { item: sql`item.id` })
    return sql`${rows} and obligation.item_id = item.id ${after} ${first(dueKey)}`
  })
  const ofKind = kind ? isItemOf(kind) : sql`true`
  const asked = rest.item_id ? sql`item.id = ${itemAsked(rest.item_id)}` : sql`true`
  const items = sql`(select * from ${ITEMS} where ${ofKind} and ${asked}) as item`
  // Rows of an item that are not on the page are not read whole.
  return sql`(
      select obligation.id, obligation.due_then from ${items}
      cross join lateral (
        select * from (${own}) as obligation ${first(KEYS.due_at)}
      ) as obligation
      ${first(KEYS.item_title)}
    ) as page ${STORED}
    join users as person on person.id = obligation.user_id
    join ${ITEMS} on item.id = obligation.item_id`
}

/** Up to what something is done that would take too long of more. */
interface Bounds {
  /** Rows are counted, and found before they are sorted. */
  counted: number
  /** People are named one by one. */
  named: number
}
const BOUNDS: Bounds = { counted: COUNTED_EXACTLY, named: NAMED }

/** Obligations that match, by due date unless sorted otherwise, and how many. */
export async function readRegister(
  db: Db,
  options: RegisterFilter & ObligationOrder & PageOptions,
  scope: Scope,
  { counted, named } = BOUNDS,
): Promise<{ page: Page<Obligation>; count: Count }> {
  const look = await lookOf(db, options, scope, named)
  if (isOfOne(scope)) {
    const page = await readPageOf(db, look, options, true)
    // What is asked of one person mostly is one page, and needs no counting.
    const isAll = !options.cursor && !page.next
    const all = isAll ? page.rows.length : await countUpTo(db, look, counted)
    return { page, count: toCount(all, counted) }
  }
  const total = await countUpTo(db, look, counted)
  const count = toCount(total, counted)
  const few =
    (!count.more && !isOneTitle(options, total)) ||
    (counted > 0 && (await isNarrow(db, look, options)))
  return { page: await readPageOf(db, look, options, few), count }
}

/** The same page by page, for a file: what is looked for is found out once, and not before each page. */
export async function openRegister(
  db: Db,
  options: ObligationFilter & ObligationOrder,
  scope: Scope,
): Promise<(page: PageOptions) => Promise<Page<Obligation>>> {
  const look = await lookOf(db, options, scope)
  const few = (await countUpTo(db, look, COUNTED_EXACTLY)) <= COUNTED_EXACTLY
  return async (page) => readPageOf(db, look, { ...options, ...page }, few)
}

/** The same without the number. */
export const listObligations = async (
  db: Db,
  options: RegisterFilter & ObligationOrder & PageOptions,
  scope: Scope,
) => (await readRegister(db, options, scope)).page

/** So many rows of one title are sorted sooner than they are read in their order. */
const FEW_ROWS = 1000

/** Whether all have the same title: an index has them in that order, and sorting compares nothing but equal texts. */
const isOneTitle = ({ item_id: itemId, sort }: ObligationFilter & ObligationOrder, total: number) =>
  itemId !== undefined && sort === 'item_title' && total > FEW_ROWS

const FEW_ITEMS = 20
/** So many are found by what they have in common, where they lie together, and then sorted. */
const FOUND_BY_INDEX = 200_000

/** Whether what matches lies together in an index, while in the order asked for it would be found here and there. */
async function isNarrow(db: Db, look: Look, { sort }: ObligationOrder): Promise<boolean> {
  const { filter, asOf, people } = look
  if (asOf !== null || filter.state === 'met') return false
  if (people && filter.state) return true
  const isOfDays = filter.state === 'due_soon' || (filter.due_from && filter.due_to)
  return Boolean(
    (filter.state === 'waived' || (isOfDays && (sort === 'opens_at' || sort === 'closed_at'))) &&
    (await countUpTo(db, look, FOUND_BY_INDEX)) <= FOUND_BY_INDEX,
  )
}

/** How many match; of more than that one more. */
async function countUpTo(db: Db, look: Look, counted: number): Promise<number> {
  const count = sql<{ total: number }>`
    select count(*) as total from (
      select from (${inHalves(
        look,
        (part) => sql`select from ${rowsOf(part)} where ${conditionsOf(part)}`,
      )}) as each limit ${counted + 1}
    ) as found
  `
  const [found] = await runLook(db, look, count)
  return found!.total
}

async function readPageOf(
  db: Db,
  look: Look,
  options: ObligationOrder & PageOptions,
  few: boolean,
): Promise<Page<Obligation>> {
  const { asOf } = look
  const { sort = 'due_at', order = 'asc', limit, cursor } = options
  const unlessAfter = (column: RawBuilder<unknown>) =>
    asOf === null ? column : sql`case when obligation.closed_at <= ${asOf} then ${column} end`
  const key = KEYS[sort]
  const page = sql<Omit<Obligation, 'path'> & { cursor: string }>`
    select obligation.id, person.id as user_id, person.name as user_name, person.email as user_email,
      person.role as user_role, obligation.kind, obligation.item_id, item.title as item_title,
      item.training_id,
      obligation.cycle, obligation.version, ${stateOf(look)} as state, obligation.opens_at,
      obligation.due_then as due_at, ${unlessAfter(sql`obligation.closed_at`)} as closed_at,
      ${unlessAfter(sql`obligation.closed_as`)} as closed_as,
      ${unlessAfter(sql`obligation.evidence`)} as evidence, obligation.reminded_at,
      ${placeOf(key)} as cursor
    from ${sourceOf(look, { sort, order, limit, cursor }, few)}
    order by ${orderBy(key, order)} limit ${limit + 1}
  `
  return mapPage(toPage(await runLook(db, look, page), limit), (row) => ({
    ...row,
    path: requiredPath(row, row.item_id),
  }))
}

/** The ids of what can still be done something about, of those chosen or that match. */
export async function chosenObligations(
  db: Db,
  chosen: { ids?: string[]; filter?: ObligationFilter },
  scope: Scope,
): Promise<{ ids: RawBuilder<unknown> }> {
  const look = await lookOf(db, chosen.filter ?? {}, scope)
  const named =
    chosen.ids === undefined ? sql`` : sql`and obligation.id = any(${chosen.ids}::uuid[])`
  return {
    ids: sql`select obligation.id from ${rowsOf(look)}
      where ${conditionsOf(look)} and obligation.closed_at is null ${named}`,
  }
}
