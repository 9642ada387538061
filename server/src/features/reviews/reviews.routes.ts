import { reviewEndpoints } from '@frontdesk/contract/reviews'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { changeReview, finishReview, readReview, todayOf } from './reviews.actions.ts'
import { listReviews } from './reviews.queries.ts'

export function reviewRoutes(mount: Mount): void {
  mount(reviewEndpoints.listReviews, async ({ db, query, request, reply }) => {
    const page = await listReviews(db, await todayOf(db), {
      ...query,
      limit: query.limit ?? DEFAULT_LIMIT,
      due: query.due === 'true',
    })
    return sendPage({ request, reply }, page)
  })

  mount(reviewEndpoints.getReview, async ({ db, params }) => readReview(db, params))

  mount(reviewEndpoints.changeReview, async (call) => changeReview(call, call.params, call.body))

  mount(reviewEndpoints.finishReview, async (call) =>
    finishReview(call, call.params, call.body.next_on),
  )
}
