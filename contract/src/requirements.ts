import { z } from 'zod'
import { SELECT_POLICY, SELECT_TEST } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, time, timeInput } from './fields.ts'
import { Role } from './users.ts'

const every = (most: number) =>
  z.number().int().min(1, 'Please give a number above 0').max(most, 'Please give a smaller number')

/** How often an item is asked for again: so long after it was done, or on a day of each year. */
export const Recurrence = z
  .union([
    z.strictObject({ type: z.literal('rolling'), months: every(120) }),
    z.strictObject({ type: z.literal('rolling'), days: every(3660) }),
    z
      .object({
        type: z.literal('calendar'),
        month: z.number().int().min(1).max(12),
        day: z.number().int().min(1).max(31),
      })
      .refine(({ month, day }) => day <= new Date(Date.UTC(2024, month, 0)).getUTCDate(), {
        error: 'There is no such day',
        path: ['day'],
      }),
  ])
  .describe('The end of that day where the brokerage is; February 29 is the 28th in other years.')
export type Recurrence = z.infer<typeof Recurrence>

/** Days before it is due on which a renewal begins to be asked for. */
export const DEFAULT_WINDOW_DAYS = 30
const windowDays = z
  .number()
  .int()
  .min(0, 'Please give a number of days')
  .max(300, 'Please give at most 300 days')
  .describe('A renewal is asked for so many days before it is due; shorter than the interval.')

/** The shortest interval between two cycles, in days. */
const shortestOf = (recurrence: Recurrence) => {
  if (recurrence.type === 'calendar') return 365
  return 'days' in recurrence ? recurrence.days : recurrence.months * 28
}
const fits = (value: { recurrence?: Recurrence | null; window_days?: number }) =>
  !value.recurrence ||
  value.window_days === undefined ||
  value.window_days < shortestOf(value.recurrence)
const TOO_LONG = {
  error: 'This must be shorter than the time between two renewals',
  path: ['window_days'],
}

/** Days of the window where the caller gives none: 30, or half of a shorter interval. */
export const windowFor = (recurrence: Recurrence, given: number | undefined) =>
  given ?? Math.min(DEFAULT_WINDOW_DAYS, Math.floor(shortestOf(recurrence) / 2))

const often = {
  recurrence: Recurrence.nullish().describe('Null: once.'),
  window_days: windowDays.optional(),
}

/** Who must do an item. Roles, teams and everyone also reach people who join later. */
export const Assignment = z
  .object({
    user_ids: z.array(id).max(1000).default([]),
    roles: z.array(Role).default([]),
    team_ids: z.array(id).max(1000).default([]),
    everyone: z.boolean().default(false),
    due_at: timeInput.nullish(),
    ...often,
  })
  .refine(
    (value) =>
      value.everyone ||
      value.user_ids.length > 0 ||
      value.roles.length > 0 ||
      value.team_ids.length > 0,
    'Please choose who this is for',
  )
  .refine(fits, TOO_LONG)
export type Assignment = z.infer<typeof Assignment>

/** By when, of one person; left out and null are the same. */
export const dueDate = { due_at: timeInput.nullish() }

/** The due date and, where given, how often: a recurrence that is left out stays. Null takes either away. */
export const RequirementChange = z
  .object({ due_at: timeInput.nullable(), ...often })
  .refine(fits, TOO_LONG)
export type RequirementChange = z.infer<typeof RequirementChange>

/** One standing requirement: a person, a role, a team or everyone must do the item. */
export const Requirement = z.object({
  id,
  user_id: id.nullable(),
  user_name: z.string().nullable(),
  role: Role.nullable(),
  team_id: id.nullable(),
  team_name: z.string().nullable(),
  everyone: z.boolean(),
  due_at: time.nullable(),
  recurrence: Recurrence.nullable(),
  window_days: z.int().nullable().describe('Null where it does not recur.'),
  created_at: time,
})
export type Requirement = z.infer<typeof Requirement>

/** An id chosen from a list; `message` is what a person reads who chose none. */
const chosen = (message: string) => z.string({ error: message }).min(1, message).pipe(id)

export const requirementEndpoints = {
  requirePolicy: endpoint({
    method: 'POST',
    path: '/admin/users/:id/require-policy',
    access: 'admin',
    summary:
      'Requires a policy of one person; who had to already gets the new due date. 404 for a person or a policy that is not there, 422 for somebody who is not active any more.',
    params: byId,
    body: z.object({ policy_id: chosen(SELECT_POLICY), ...dueDate }),
    response: Requirement,
  }),
  requireTest: endpoint({
    method: 'POST',
    path: '/admin/users/:id/require-test',
    access: 'admin',
    summary:
      'Requires a test, or the training whose quiz it is, of one person; who had to already gets the new due date. 404 for a person or a test that is not there, 422 for somebody who is not active any more.',
    params: byId,
    body: z.object({ test_id: chosen(SELECT_TEST), ...dueDate }),
    response: Requirement,
  }),
}
