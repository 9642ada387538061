import type { Review } from '@frontdesk/contract/reviews'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'

export interface ReviewedItem {
  type: Review['type']
  id: string
}

/** From so many days before its date it is asked for. */
const SOON_DAYS = 14

/** @param today the brokerage's own, as `2026-11-23` */
function reviews(db: Db, today: string) {
  return db.selectFrom('item_reviews').select([
    sql<Review['type']>`kind`.as('type'),
    sql<string>`item_reviews.id`.as('id'),
    sql<string>`item_reviews.title`.as('title'),
    'owner_id',
    'owner_name',
    'author_name',
    sql<Review['asked']>`asked`.as('asked'),
    sql<string | null>`review_on::text`.as('review_on'),
    sql<Review['state']>`case
        when review_on is null then 'none'
        when review_on < ${today}::date then 'overdue'
        when review_on <= ${today}::date + ${SOON_DAYS}::int then 'soon'
        else 'later'
      end`.as('state'),
    'reviewed_at',
    'reviewed_by_name',
  ])
}

/** By date, those without one last. */
export async function listReviews(
  db: Db,
  today: string,
  options: PageOptions & { due?: boolean; type?: Review['type'] },
): Promise<Page<Review>> {
  const key = [
    sql`coalesce(review_on, 'infinity')::text`,
    sql`lower(item_reviews.title)`,
    sql`item_reviews.id`,
  ]
  const listed = reviews(db, today)
    .$if(options.due === true, (query) =>
      query.where(sql<boolean>`review_on <= ${today}::date + ${SOON_DAYS}::int`),
    )
    .$if(options.type !== undefined, (query) => query.where('kind', '=', options.type!))
  return readPage(listed, key, 'asc', options)
}

/** Undefined of what is not there, or not in use. */
export async function findReview(
  db: Db,
  today: string,
  { type, id }: ReviewedItem,
): Promise<Review | undefined> {
  return reviews(db, today).where('kind', '=', type).where('id', '=', id).executeTakeFirst()
}

/** Whether somebody is an active admin; they stay so until the transaction ends. */
export async function holdActiveAdmin(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** Writes what is given, and leaves the rest. */
export async function saveReview(
  db: Db,
  { type, id }: ReviewedItem,
  change: {
    owner_id?: string | null | undefined
    review_on?: string | null | undefined
    reviewed_by?: string
  },
): Promise<void> {
  const said = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as { owner_id?: string | null; review_on?: string | null; reviewed_by?: string }
  const values = { ...said, ...(said.reviewed_by && { reviewed_at: sql<string>`now()` }) }
  await db
    .insertInto('reviews')
    .values({ item_id: id, kind: type, ...values })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ kind: type, ...values }))
    .execute()
}

/** What is to be reviewed by then or was lately, with everybody who is asked. */
export async function listAsked(db: Db, today: string) {
  const { rows } = await sql<{
    type: Review['type']
    id: string
    title: string
    review_on: string
    is_day: boolean
    user_id: string
  }>`
    select kind as type, item.id, item.title, review_on::text, review_on <= ${today}::date as is_day,
      person.id as user_id
    from item_reviews as item join users as person
      on person.id = item.asked_id
      or item.asked_id is null and person.role = 'admin' and person.status = 'active'
        and person.deleted_at is null
    where review_on between ${today}::date - ${SOON_DAYS}::int and ${today}::date + ${SOON_DAYS}::int
  `.execute(db)
  return rows
}
