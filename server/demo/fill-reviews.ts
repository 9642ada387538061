import type { Db } from '../src/db/connect.ts'
import type { FilledPerson } from './fill-people.ts'
import { daysAgo } from './time.ts'

/** Who looks after what and when, by the beginning of its title; all else has its author and no date. */
const reviews = [
  { title: 'Wire', owner: null, on: -40, reviewed: 320 },
  { title: 'Fair', owner: null, on: 9, reviewed: 356 },
  { title: 'Adver', owner: 'other', on: 75, reviewed: null },
] as const

/** Has some policies looked after: one is overdue, one comes up soon. */
export async function fillReviews(
  db: Db,
  people: FilledPerson[],
  policies: { id: string; title: string }[],
): Promise<void> {
  const [first, other = first] = people.filter(({ role }) => role === 'admin')
  for (const { title, owner, on, reviewed } of reviews) {
    const policy = policies.find((one) => one.title.startsWith(title))
    if (!policy) continue
    await db
      .insertInto('reviews')
      .values({
        item_id: policy.id,
        kind: 'policy',
        owner_id: owner === 'other' ? other!.id : null,
        review_on: daysAgo(-on).slice(0, 10),
        reviewed_at: reviewed === null ? null : daysAgo(reviewed),
        reviewed_by: reviewed === null ? null : first!.id,
      })
      .execute()
  }
}
