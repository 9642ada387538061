import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, paging, time } from './fields.ts'

const type = z.enum(['policy', 'training'])

/** PostgreSQL and a browser's date field both take these. */
const isDayToPlan = (day: string) => day >= '1900-01-01' && day < '3000-01-01'
const day = z.iso.date({ error: 'Please choose a day' }).refine(isDayToPlan, 'Please choose a day')

/** Who looks after a policy or training, and when they look through it next. */
export const Review = z.object({
  type,
  id: id.describe('Of the policy or training.'),
  title: z.string(),
  owner_id: id.nullable().describe('Null: its author.'),
  owner_name: z.string().nullable(),
  author_name: z.string().nullable(),
  asked: z
    .enum(['owner', 'author', 'admins'])
    .describe(
      'Who is reminded: the owner, else the author; all admins while that person is no active admin.',
    ),
  review_on: z
    .string()
    .nullable()
    .describe(
      'The day, such as `2027-01-31`, by which it is to be looked through; null: nobody is reminded.',
    ),
  state: z
    .enum(['overdue', 'soon', 'later', 'none'])
    .describe('By the brokerage’s own day; `soon` is from 14 days before to the day itself.'),
  reviewed_at: time.nullable().describe('When somebody last said that it is still right.'),
  reviewed_by_name: z.string().nullable(),
})
export type Review = z.infer<typeof Review>

const params = z.object({ type: z.string().toLowerCase().pipe(type), id })

export const reviewEndpoints = {
  listReviews: endpoint({
    method: 'GET',
    path: '/admin/reviews',
    access: 'admin',
    summary:
      'Policies and trainings in use by their review date, those without one last. `due=true`: only what is overdue or soon.',
    query: z.object({
      ...paging,
      due: z.enum(['true', 'false']).optional(),
      type: type.optional(),
    }),
    response: z.array(Review),
  }),
  getReview: endpoint({
    method: 'GET',
    path: '/admin/reviews/:type/:id',
    access: 'admin',
    summary: 'Who looks after one of them, and when they look through it next.',
    params,
    response: Review,
  }),
  changeReview: endpoint({
    method: 'PUT',
    path: '/admin/reviews/:type/:id',
    access: 'admin',
    summary:
      'Says who looks after it and when it is reviewed next; null takes either away. 422 `no_such_owner` for anybody but an active admin.',
    params,
    body: z.object({
      owner_id: id.nullish().describe('An active admin; left out: unchanged.'),
      review_on: day.nullish().describe('Left out: unchanged.'),
    }),
    response: Review,
  }),
  finishReview: endpoint({
    method: 'POST',
    path: '/admin/reviews/:type/:id/done',
    access: 'admin',
    summary:
      'Says that it is still right, and when to look again. 422 `day_has_passed` for a day that is not to come.',
    params,
    body: z.object({ next_on: day.nullable().describe('Later than today; null: no further one.') }),
    response: Review,
  }),
}
