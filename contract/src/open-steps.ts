import { z } from 'zod'
import { IDLE_DAYS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { id, line, paging, time, timeInput } from './fields.ts'
import { Role } from './users.ts'

/** A step that is not done, of a run in progress: what the register shows beside obligations. */
export const OpenStep = z.object({
  id,
  title: z.string(),
  order_number: z.int(),
  steps_count: z.int().describe('Of the run.'),
  is_next: z.boolean().describe('Whether it is the first of its run that is not done.'),
  run_id: id,
  run_title: z.string(),
  process_id: id,
  process_title: z.string(),
  user_id: id.nullable().describe('To whom it was handed.'),
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
  role: Role.nullable().describe(
    'Whose it is where it was handed to nobody: the role it was handed to, else the responsible one.',
  ),
  state: z.enum(['open', 'due_soon', 'overdue']).describe('By the due date of the run.'),
  is_stuck: z
    .boolean()
    .describe(
      `The next step of a run that is overdue, or of which nothing was ticked for ${IDLE_DAYS} days.`,
    ),
  waiting_since: time.describe('When the run’s last step was ticked, or the run was started.'),
  due_at: time.nullable().describe('That of the run.'),
  path: z.string().describe('Where the web app shows the run.'),
})
export type OpenStep = z.infer<typeof OpenStep>

const sorted = {
  state: z
    .enum(['waiting', 'due_soon', 'overdue', 'stuck'])
    .optional()
    .describe(
      '`waiting`: the next step of each run, and those that were handed to somebody; the two after it are among these. Left out: all that are not done.',
    ),
  process_id: id.optional(),
  user_id: id.optional(),
  role: Role.optional().describe('Of whom it was handed to, or whose it is.'),
  team_id: id.optional().describe('Handed to members of this team.'),
  due_from: timeInput.optional().describe('Due at this moment or later.'),
  due_to: timeInput.optional().describe('Due before this moment.'),
  search: line(200).optional().describe('In the step, the run, the process and the person’s name.'),
  sort: z
    .enum(['due_at', 'user_name', 'run_title', 'waiting_since'])
    .optional()
    .describe('`due_at` where left out; what has no such date comes last.'),
  order: z.enum(['asc', 'desc']).optional(),
}
const listQuery = z.object({ ...paging, ...sorted })
export type OpenStepsQuery = z.infer<typeof listQuery>

export const openStepEndpoints = {
  listOpenSteps: endpoint({
    method: 'GET',
    path: '/admin/open-steps',
    access: 'admin',
    summary:
      'The steps of runs in progress that are not done, and whose they are. `X-Total-Count` counts all that match.',
    query: listQuery,
    response: z.array(OpenStep),
  }),
  exportOpenSteps: endpoint({
    method: 'GET',
    path: '/admin/open-steps.csv',
    access: 'admin',
    fresh: true,
    summary: 'All open steps that match, as CSV.',
    query: z.object(sorted),
    produces: 'text/csv',
  }),
  listOpenStepsOfTeams: endpoint({
    method: 'GET',
    path: '/teams/mine/open-steps',
    access: 'user',
    summary:
      'Those that were handed to members of the teams that the caller manages; empty for others.',
    query: listQuery,
    response: z.array(OpenStep),
  }),
}
