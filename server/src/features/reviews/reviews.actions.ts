import { ITEMS } from '@frontdesk/contract/items'
import type { Review } from '@frontdesk/contract/reviews'
import type { Db } from '../../db/connect.ts'
import { itemFacts } from '../../db/item-facts.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Author, Origin } from '../../http/caller.ts'
import { notFound, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { insertNotifications } from '../notifications/notifications.queries.ts'
import { findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import {
  findReview,
  holdActiveAdmin,
  listAsked,
  type ReviewedItem,
  saveReview,
} from './reviews.queries.ts'

interface Changing {
  db: Db
  actor: Author
  origin: Origin
}

/** The day that it is where the brokerage is, such as `2026-11-23`. */
export async function todayOf(db: Db, now = new Date()): Promise<string> {
  const timeZone = timeZoneOf(await findSettings(db))
  // Of the languages that there are, this one writes days as ISO 8601 does.
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
}

/** @throws AppError 404 of what is not in use */
export async function readReview(db: Db, item: ReviewedItem): Promise<Review> {
  const review = await findReview(db, await todayOf(db), item)
  if (!review) throw notFound(`${ITEMS[item.type].label} not found`)
  return review
}

/** Says who looks after it and when. @throws AppError 404, 422 for whom it can't be */
export async function changeReview(
  call: Changing,
  item: ReviewedItem,
  change: { owner_id?: string | null | undefined; review_on?: string | null | undefined },
): Promise<Review> {
  const { db } = call
  await readReview(db, item)
  if (change.owner_id && !(await holdActiveAdmin(db, change.owner_id))) {
    throw refusal('no_such_owner', 'owner_id', 'Please choose an active admin')
  }
  await saveReview(db, item, change)
  const review = await readReview(db, item)
  const { owner_name: owner, review_on: reviewOn } = review
  await tell(call, 'review.changed', review, { owner, review_on: reviewOn })
  return review
}

/** Says that it is still right. @throws AppError 404, 422 for a day that is not to come */
export async function finishReview(
  call: Changing,
  item: ReviewedItem,
  nextOn: string | null,
): Promise<Review> {
  const { db, actor } = call
  await readReview(db, item)
  if (nextOn !== null && nextOn <= (await todayOf(db))) {
    throw refusal('day_has_passed', 'next_on', 'Please choose a day that is to come')
  }
  await saveReview(db, item, { review_on: nextOn, reviewed_by: actor.id })
  const review = await readReview(db, item)
  await tell(call, 'review.finished', review, { review_on: nextOn })
  return review
}

const refusal = (code: string, field: string, sentence: string) =>
  unprocessable(code, sentence, { [field]: sentence })

async function tell(
  call: Changing,
  action: 'review.changed' | 'review.finished',
  { type, id, title }: Review,
  details: Record<string, string | null>,
): Promise<void> {
  await recordAudit(call.db, call, { action, item: { type, id, title }, details })
  await publish(call.db, { keys: ['reviews'], adminsOnly: true })
}

/**
 * Tells who is asked of each review 14 days before and on its day, once each, until as long afterwards: what
 * they were told stands among their notifications. It may run at any moment and in several places at once.
 */
export async function remindOfReviews(db: Db, { now }: { now: Date }): Promise<void> {
  const asked = await listAsked(db, await todayOf(db, now))
  if (asked.length === 0) return
  await inTransaction(db, async (tx) =>
    insertNotifications(
      tx,
      asked.map(({ type, id, title, review_on: reviewOn, is_day: isDay, user_id: userId }) => ({
        user_id: userId,
        kind: 'authoring',
        source: `review:${id}:${reviewOn}:${isDay ? 'day' : 'soon'}`,
        facts: {
          about: 'review',
          title,
          ...itemFacts(type, id),
          review_on: reviewOn,
          is_day: isDay,
        },
      })),
      { at: now },
    ),
  )
}
