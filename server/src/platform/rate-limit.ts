import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { tooManyRequests } from '../http/errors.ts'

/** How many tries a bucket allows within a window. */
export interface Limit {
  tries: number
  windowSeconds: number
}

/**
 * Counts one try against a bucket that all nodes share. The count is written before the work that it
 * guards, so parallel tries can't slip past. Refused tries don't prolong the window: nobody can be
 * locked out for good.
 * @throws AppError 429 with the seconds until the window ends
 */
export async function consume(
  db: Db,
  bucket: string,
  limit: Limit,
  message: string,
): Promise<void> {
  const { hits, secondsLeft } = await countHit(db, bucket, limit.windowSeconds)
  if (hits > limit.tries) throw tooManyRequests(message, Math.max(1, Math.ceil(secondsLeft)))
}

/**
 * Counts one thing that happened, within a window that begins with the first one. One that ends later than it could was
 * begun while the clock was ahead: it is over, or somebody would be kept out for as long as the clock was wrong.
 */
export async function countHit(
  db: Db,
  bucket: string,
  windowSeconds: number,
): Promise<{ hits: number; secondsLeft: number }> {
  const window = sql<string>`now() + ${windowSeconds} * interval '1 second'`
  const isOver = sql<boolean>`(bucket.resets_at <= now() or bucket.resets_at > ${window} + interval '1 minute')`
  const { rows } = await sql<{ hits: number; seconds_left: number }>`
    insert into rate_limits as bucket (bucket, hits, resets_at) values (${bucket}, 1, ${window})
    on conflict (bucket) do update set
      hits = case when ${isOver} then 1 else bucket.hits + 1 end,
      resets_at = case when ${isOver} then ${window} else bucket.resets_at end
    returning hits, extract(epoch from resets_at - now())::float8 as seconds_left
  `.execute(db)
  const { hits, seconds_left: secondsLeft } = rows[0]!
  return { hits, secondsLeft }
}

/** Gives one try back, for work that turned out to be wanted. */
export async function refund(db: Db, bucket: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ hits: sql`greatest(hits - 1, 0)` })
    .where('bucket', '=', bucket)
    .execute()
}

/** Forgets a bucket. */
export async function clear(db: Db, bucket: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('bucket', '=', bucket).execute()
}

/** Removes buckets whose window is over; runs hourly. */
export async function deleteExpiredRateLimits(db: Db): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('resets_at', '<=', sql<string>`now()`)
    .execute()
}
