import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, line, paging, requiredLine, text, time, timeInput } from './fields.ts'
import { ProcessStep } from './processes.ts'
import { Role } from './users.ts'

export const RunState = z.enum(['in_progress', 'finished', 'cancelled'])
export type RunState = z.infer<typeof RunState>

/** One time that a process is gone through. */
export const ProcessRun = z.object({
  id,
  process_id: id,
  process_title: z.string().describe('As it was when the run was started.'),
  process_available: z.boolean().describe('Whether the caller may open the process now.'),
  title: z.string(),
  due_at: time.nullable(),
  state: RunState,
  steps_count: z.int(),
  steps_done: z.int(),
  next_step: z.string().nullable().describe('The title of the first step that is not done.'),
  awaits_caller: z
    .boolean()
    .describe('In progress, with a step not done that was handed to the caller or their role.'),
  started_by: id,
  started_by_name: z.string(),
  started_at: time,
  ended_by: id.nullable(),
  ended_by_name: z.string().nullable(),
  ended_at: time.nullable(),
})
export type ProcessRun = z.infer<typeof ProcessRun>

/** A step as it was when the run was started, and what became of it. */
export const RunStep = ProcessStep.extend({
  assigned_user_id: id.nullable(),
  assigned_user_name: z.string().nullable(),
  assigned_role: Role.nullable(),
  done_by: id.nullable(),
  done_by_name: z.string().nullable(),
  done_at: time.nullable(),
})
export type RunStep = z.infer<typeof RunStep>

export const RunComment = z.object({
  id,
  author_id: id,
  author_name: z.string(),
  body: z.string().describe('Plain text; shown as Markdown.'),
  created_at: time,
})
export type RunComment = z.infer<typeof RunComment>

const RunDetail = z.object({
  run: ProcessRun,
  steps: z.array(RunStep),
  comments: z.array(RunComment).describe('Oldest first.'),
})

const runBody = z.object({
  title: requiredLine(200, 'Please give the run a title'),
  due_at: timeInput.nullish(),
})

const ofStep = z.object({ id, step_id: id })

export const processRunEndpoints = {
  listRuns: endpoint({
    method: 'GET',
    path: '/processes/runs',
    access: 'user',
    summary:
      'Runs, newest first. `awaiting_me=true`: only those with a step that awaits the caller. `X-Total-Count` counts all that match.',
    query: z.object({
      ...paging,
      search: line(200).optional(),
      process_id: id.optional(),
      state: z.enum([...RunState.options, 'ended', 'overdue']).optional(),
      awaiting_me: z.enum(['true', 'false']).optional(),
    }),
    response: z.array(ProcessRun),
  }),
  startRun: endpoint({
    method: 'POST',
    path: '/processes/:id/runs',
    access: 'user',
    summary: 'Starts a run of an active process; its steps are copied as they are now.',
    params: byId,
    body: runBody,
    response: ProcessRun,
    status: 201,
  }),
  getRun: endpoint({
    method: 'GET',
    path: '/processes/runs/:id',
    access: 'user',
    summary: 'One run with its steps and comments.',
    params: byId,
    response: RunDetail,
  }),
  updateRun: endpoint({
    method: 'PUT',
    path: '/processes/runs/:id',
    access: 'user',
    summary: 'Changes title and due date; only by who started it, and admins.',
    params: byId,
    body: runBody,
    response: ProcessRun,
  }),
  tickRunStep: endpoint({
    method: 'PUT',
    path: '/processes/runs/:id/steps/:step_id/done',
    access: 'user',
    summary: 'Ticks a step or takes the tick back. 409 `run_ended` once the run has ended.',
    params: ofStep,
    body: z.object({ done: z.boolean() }),
    response: RunStep,
  }),
  assignRunStep: endpoint({
    method: 'PUT',
    path: '/processes/runs/:id/steps/:step_id/assignee',
    access: 'user',
    summary: 'Hands a step to a person or a role; to nobody where both are left out.',
    params: ofStep,
    body: z
      .object({ user_id: id.nullish(), role: Role.nullish() })
      .refine(({ user_id, role }) => !user_id || !role, 'Please choose a person or a role'),
    response: RunStep,
  }),
  commentOnRun: endpoint({
    method: 'POST',
    path: '/processes/runs/:id/comments',
    access: 'user',
    summary: 'Adds a comment; comments stay as they were written.',
    params: byId,
    body: z.object({
      body: z
        .string({ error: 'Please write a comment' })
        .trim()
        .min(1, 'Please write a comment')
        .pipe(text(4000)),
    }),
    response: RunComment,
    status: 201,
  }),
  finishRun: endpoint({
    method: 'POST',
    path: '/processes/runs/:id/finish',
    access: 'user',
    summary: 'Ends a run as finished; only by who started it, and admins.',
    params: byId,
    response: ProcessRun,
  }),
  cancelRun: endpoint({
    method: 'POST',
    path: '/processes/runs/:id/cancel',
    access: 'user',
    summary: 'Ends a run as cancelled; only by who started it, and admins.',
    params: byId,
    response: ProcessRun,
  }),
  reopenRun: endpoint({
    method: 'POST',
    path: '/processes/runs/:id/reopen',
    access: 'user',
    summary: 'Puts an ended run back in progress; only by who started it, and admins.',
    params: byId,
    response: ProcessRun,
  }),
}
