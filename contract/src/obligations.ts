import { z } from 'zod'
import { CERTIFICATES_AHEAD_DAYS, MOST_CHOSEN } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { COUNTS, byId, id, line, paging, requiredLine, time, timeInput } from './fields.ts'
import { Role } from './users.ts'

/** What an obligation is about; a training is asked for through the test that is its quiz. */
export const ObligationKind = z.enum(['policy', 'test'])
export type ObligationKind = z.infer<typeof ObligationKind>

export const ObligationState = z
  .enum(['open', 'due_soon', 'overdue', 'met', 'waived', 'upcoming', 'ended'])
  .describe(
    '`open`: asked for and not done; `due_soon` (within 7 days) and `overdue` are open, too. `upcoming`: a renewal that has not begun. `ended`: withdrawn, superseded by a newer text, or the person left.',
  )
export type ObligationState = z.infer<typeof ObligationState>

/** How an obligation came to its end. */
export const ClosedAs = z.enum(['met', 'waived', 'withdrawn', 'superseded', 'left'])
export type ClosedAs = z.infer<typeof ClosedAs>

/** One thing that one person must do, once. Rows are never deleted; only their end is written. */
export const Obligation = z.object({
  id,
  user_id: id,
  user_name: z.string(),
  user_email: z.string(),
  user_role: Role,
  kind: ObligationKind,
  item_id: id.describe(
    'A policy’s or a test’s; of a training, that of the test which is its quiz.',
  ),
  item_title: z.string(),
  training_id: id.nullable().describe('Of the training whose quiz it is: links lead there.'),
  path: z.string().describe('Where the web app shows the item, such as `/training/…`.'),
  cycle: z.int().describe('1, 2, … for this person and item.'),
  version: z
    .int()
    .nullable()
    .describe('The version of the policy that is asked for; null of tests.'),
  state: ObligationState.describe('At this moment, or at `as_of`.'),
  opens_at: time,
  due_at: time.nullable(),
  closed_at: time.nullable(),
  closed_as: ClosedAs.nullable(),
  evidence: id
    .nullable()
    .describe('The acknowledgment, certificate or waiver that closed it; null where nothing did.'),
  reminded_at: time.nullable().describe('When the person was last reminded of it.'),
})
export type Obligation = z.infer<typeof Obligation>

/** What a list of obligations is narrowed by. Left out: no narrowing, all states. */
export const obligationFilter = {
  kind: z
    .enum(['policy', 'test', 'training', 'standalone'])
    .optional()
    .describe(
      '`test`: all tests; `training`: those that are a training’s quiz; `standalone`: the others.',
    ),
  item_id: id.optional().describe('Of a policy, a test or a training.'),
  user_id: id.optional(),
  role: Role.optional(),
  team_id: id.optional().describe('Members of this team, as it is now.'),
  state: ObligationState.optional(),
  as_of: timeInput
    .optional()
    .describe('Shows what stood at that moment; only for the past. Left out: now.'),
  due_from: timeInput.optional().describe('Due at this moment or later.'),
  due_to: timeInput.optional().describe('Due before this moment.'),
  opens_from: timeInput.optional().describe('Asked for from this moment on, or later.'),
  opens_to: timeInput.optional().describe('Asked for from before this moment on.'),
  search: line(200).optional().describe('In the person’s name and address, and the item’s title.'),
}
const filterObject = z.object(obligationFilter)
export type ObligationFilter = z.infer<typeof filterObject>

const sorted = {
  ...obligationFilter,
  sort: z
    .enum(['due_at', 'user_name', 'item_title', 'opens_at', 'closed_at'])
    .optional()
    .describe('`due_at` where left out; what has no such date comes last.'),
  order: z.enum(['asc', 'desc']).optional(),
}
const listQuery = z.object({ ...paging, ...sorted })
const fileQuery = z.object(sorted)

/** At most so many rows go into one Excel file. */
export const MOST_IN_EXCEL = 50_000

/** Which obligations something is done with: those chosen, or all that a list's parameters find. */
const chosen = {
  ids: z.array(id).min(1, 'Please choose at least one').max(MOST_CHOSEN).optional(),
  // Strict: a parameter that is misspelt, or of another moment, must not mean everything.
  filter: z.strictObject(filterObject.omit({ as_of: true }).shape).optional(),
}
const isChosen = (body: { ids?: unknown; filter?: unknown }) =>
  (body.ids === undefined) !== (body.filter === undefined)
const CHOOSE = 'Please give either ids or a filter'

const counted = z.object({
  count: z.int().describe('With how many it was done; those that are closed are left alone.'),
})

/** How an item stands: of how many people it is asked, and how many of them have done it. */
export const ItemStanding = z.object({
  asked: z.int().describe('Met ones among them; waived, withdrawn and upcoming ones are not.'),
  met: z.int(),
  overdue: z.int(),
  due_soon: z.int(),
  percent: z.number().describe('Met of asked, one decimal; 100 where nothing is asked.'),
})
export type ItemStanding = z.infer<typeof ItemStanding>

export const Overview = z.object({
  as_of: time,
  totals: ItemStanding.extend({
    open: z.int(),
    upcoming: z.int().describe('Renewals ahead; only of now, 0 for a past moment.'),
    people_overdue: z.int().describe('People with at least one overdue obligation.'),
  }),
  items: z.array(
    ItemStanding.extend({
      kind: ObligationKind,
      item_id: id,
      training_id: id.nullable(),
      title: z.string(),
      path: z.string(),
    }),
  ),
  roles: z.array(ItemStanding.extend({ role: Role })),
  teams: z
    .array(ItemStanding.extend({ team_id: id, name: z.string() }))
    .describe('As the teams are now.'),
  trend: z
    .array(
      z.object({
        month: z.string().describe('Such as `2026-11`; the state at its end, or at `as_of`.'),
        asked: z.int(),
        met: z.int(),
        overdue: z.int(),
      }),
    )
    .describe('12 months, the last one is that of `as_of`.'),
  ahead: z
    .object({
      stuck_runs: z
        .int()
        .describe('Runs whose next step is stuck; `/admin/open-steps` lists them.'),
      certificates_ending: z
        .int()
        .describe(
          `Within ${CERTIFICATES_AHEAD_DAYS} days; \`/admin/certificates/ending\` lists them.`,
        ),
      renewals: z
        .array(
          z.object({
            month: z.string().nullable().describe('Such as `2027-03`; null: all later ones.'),
            from: time.describe('Those that open from this moment on, for `opens_from`.'),
            to: time.nullable().describe('And before this one, for `opens_to`.'),
            count: z.int(),
          }),
        )
        .describe('Renewals by the month in which they open: this one, eleven more, and the rest.'),
    })
    .nullable()
    .describe('What is coming, and what stands still; only of now, null for a past moment.'),
})
export type Overview = z.infer<typeof Overview>

/** Whether somebody has a calendar feed. Its address is told once, when it is made. */
export const CalendarFeed = z.object({
  created_at: time.nullable().describe('Null: there is none.'),
  last_used_at: time.nullable(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const obligationEndpoints = {
  listObligations: endpoint({
    method: 'GET',
    path: '/admin/obligations',
    access: 'admin',
    summary: `Who must do what, and who has. ${COUNTS}`,
    query: listQuery,
    response: z.array(Obligation),
  }),
  exportObligations: endpoint({
    method: 'GET',
    path: '/admin/obligations.csv',
    access: 'admin',
    fresh: true,
    summary: 'All obligations that match, as CSV.',
    query: fileQuery,
    produces: 'text/csv',
  }),
  exportObligationsToExcel: endpoint({
    method: 'GET',
    path: '/admin/obligations.xlsx',
    access: 'admin',
    fresh: true,
    summary: `The same as an Excel file; 422 \`too_many\` where more than ${MOST_IN_EXCEL.toLocaleString('en')} match.`,
    query: fileQuery,
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  getItemStanding: endpoint({
    method: 'GET',
    path: '/admin/obligations/standing/:id',
    access: 'admin',
    summary: 'How a policy, a test or a training stands: “31 of 38, 4 overdue”.',
    params: byId,
    response: ItemStanding,
  }),
  remindOfObligations: endpoint({
    method: 'POST',
    path: '/admin/obligations/remind',
    access: 'admin',
    summary:
      'Reminds people by mail of what they have not done: one mail each, which says who asked.',
    body: z.object(chosen).refine(isChosen, CHOOSE),
    response: counted,
  }),
  moveObligations: endpoint({
    method: 'POST',
    path: '/admin/obligations/move',
    access: 'admin',
    summary:
      'Moves the due date of single obligations, whatever the requirement says, until that is moved itself. Renewals that begin later are left alone. 422 for a moment that is over.',
    body: z
      .object({
        ...chosen,
        due_at: timeInput,
        was_due_at: timeInput
          .nullish()
          .describe(
            'Only of those that are due then, or that have no date where null; others count as changed meanwhile and are left alone.',
          ),
      })
      .refine(isChosen, CHOOSE),
    response: counted,
  }),
  waiveObligations: endpoint({
    method: 'POST',
    path: '/admin/obligations/waive',
    access: 'admin',
    summary:
      'Lets people off, with a reason, until the waiver is ended: the item is not asked of them meanwhile.',
    body: z
      .object({ ...chosen, reason: requiredLine(500, 'Please give a reason') })
      .refine(isChosen, CHOOSE),
    response: counted,
  }),
  endWaivers: endpoint({
    method: 'POST',
    path: '/admin/obligations/end-waivers',
    access: 'admin',
    summary: 'Ends the waivers that closed these obligations; the items are asked for again.',
    body: z.object({ ids: z.array(id).min(1, 'Please choose at least one').max(MOST_CHOSEN) }),
    response: counted,
  }),
  getOverview: endpoint({
    method: 'GET',
    path: '/admin/overview',
    access: 'admin',
    summary: 'How the brokerage stands, now or at the end of any past moment.',
    query: z.object({ as_of: timeInput.optional() }),
    response: Overview,
  }),
  listOwnObligations: endpoint({
    method: 'GET',
    path: '/users/me/obligations',
    access: 'user',
    summary: `What the caller must do, and has done; by due date. ${COUNTS}`,
    query: listQuery.omit({ user_id: true, role: true, team_id: true, search: true, as_of: true }),
    response: z.array(Obligation),
  }),
  getCalendarFeed: endpoint({
    method: 'GET',
    path: '/users/me/obligations/calendar',
    access: 'user',
    byKey: 'never',
    summary: 'Whether the caller has a calendar feed of what is due.',
    response: CalendarFeed,
  }),
  renewCalendarFeed: endpoint({
    method: 'POST',
    path: '/users/me/obligations/calendar',
    access: 'user',
    summary:
      'Makes a secret address of a calendar (ICS) with what is due of the caller; the one before stops working. The address is told only here.',
    response: CalendarFeed.extend({ url: z.string() }),
    status: 201,
  }),
  deleteCalendarFeed: endpoint({
    method: 'DELETE',
    path: '/users/me/obligations/calendar',
    access: 'user',
    summary: 'Ends the caller’s calendar feed.',
  }),
  readCalendarFeed: endpoint({
    method: 'GET',
    path: '/calendar/:token',
    access: 'public',
    summary: 'The calendar itself: whoever has the address may read it. 404 where it is not known.',
    params: z.object({ token: z.string().max(100) }),
    produces: 'text/calendar',
  }),
  listTeamObligations: endpoint({
    method: 'GET',
    path: '/teams/mine/obligations',
    access: 'user',
    summary: `The members of the teams that the caller manages, and what they must do; empty for others. ${COUNTS}`,
    query: listQuery,
    response: z.array(Obligation),
  }),
  remindOwnTeams: endpoint({
    method: 'POST',
    path: '/teams/mine/obligations/remind',
    access: 'user',
    summary: 'Reminds members of the teams that the caller manages; others are left alone.',
    body: z.object(chosen).refine(isChosen, CHOOSE),
    response: counted,
  }),
}
