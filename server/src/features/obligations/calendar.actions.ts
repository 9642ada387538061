import { createHash, randomBytes } from 'node:crypto'
import type { CalendarFeed } from '@frontdesk/contract/obligations'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { listObligations } from './obligations.queries.ts'

const NONE: CalendarFeed = { created_at: null, last_used_at: null }
/** So many deadlines; the nearest. */
const MOST_EVENTS = 500

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Whether a person has a calendar feed. */
export async function findFeed(db: Db, userId: string): Promise<CalendarFeed> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select(['created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return feed ?? NONE
}

/** Makes a new secret address in the place of the one before. */
export async function renewFeed(
  db: Db,
  userId: string,
): Promise<{ feed: CalendarFeed; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const feed = await db
    .insertInto('calendar_feeds')
    .values({ user_id: userId, token_hash: hashOf(token) })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        token_hash: hashOf(token),
        created_at: sql`now()`,
        last_used_at: null,
      }),
    )
    .returning(['created_at', 'last_used_at'])
    .executeTakeFirstOrThrow()
  return { feed, token }
}

/** False where there was none. */
export async function deleteFeed(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('calendar_feeds')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The calendar of whoever has this secret, as iCalendar (RFC 5545); undefined where nobody has. */
export async function readFeed(
  db: Db,
  token: string,
  { brokerage, address }: { brokerage: string; address: string },
): Promise<string | undefined> {
  const owner = await db
    .updateTable('calendar_feeds')
    .from('users')
    .set({ last_used_at: sql`now()` })
    .whereRef('users.id', '=', 'calendar_feeds.user_id')
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .where('token_hash', '=', hashOf(token))
    .returning('users.id')
    .executeTakeFirst()
  if (!owner) return undefined
  const { rows } = await listObligations(
    db,
    { state: 'open', due_from: '1970-01-01T00:00:00Z', limit: MOST_EVENTS },
    { of: owner.id },
  )
  const {
    ICalCalendarMethod,
    ICalEventTransparency,
    default: ical,
  } = await import('ical-generator')
  const calendar = ical({
    name: `Due at ${brokerage}`,
    prodId: { company: 'Front Desk', product: 'Front Desk', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 60 * 60,
  })
  for (const row of rows) {
    const due = new Date(row.due_at!)
    calendar.createEvent({
      id: `${row.id}@front-desk`,
      start: due,
      end: due,
      summary: `Due: ${row.item_title}`,
      url: `${address}${row.path}`,
      transparency: ICalEventTransparency.TRANSPARENT,
      stamp: new Date(row.opens_at),
    })
  }
  return calendar.toString()
}
