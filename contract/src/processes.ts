import { z } from 'zod'
import {
  PROCESS_CATEGORIES,
  PROCESS_CATEGORY_REQUIRED,
  PROCESS_STATUSES,
  PROCESS_STEP_REQUIRED,
  PROCESS_TITLE_REQUIRED,
} from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, editing, id, line, paging, requiredLine, text } from './fields.ts'
import { idOrNew } from './training-fields.ts'
import { Role } from './users.ts'

export const ProcessCategory = z.enum(PROCESS_CATEGORIES)
export type ProcessCategory = z.infer<typeof ProcessCategory>

export const ProcessStatus = z.enum(PROCESS_STATUSES)
export type ProcessStatus = z.infer<typeof ProcessStatus>

export const Process = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  category: ProcessCategory,
  status: ProcessStatus.describe('Drafts and inactive ones are shown to admins only.'),
  estimated_total_time: z.number().describe("The sum of the steps' minutes."),
  steps_count: z.int(),
  ...editing,
})
export type Process = z.infer<typeof Process>

export const ProcessStep = z.object({
  id,
  title: z.string(),
  description: z.string().nullable().describe('Plain text; shown as Markdown.'),
  order_number: z.int().describe('From 1, without gaps.'),
  estimated_time: z.number().nullable().describe('Minutes.'),
  responsible_role: Role.nullable(),
})
export type ProcessStep = z.infer<typeof ProcessStep>

export const ProcessDetail = z.object({ process: Process, steps: z.array(ProcessStep) })
export type ProcessDetail = z.infer<typeof ProcessDetail>

/** A saved process with its steps, as saving answers it. */
const SavedProcess = Process.extend({ steps: z.array(ProcessStep) })

const stepBody = z.object({
  id: idOrNew.transform((value) => value || null),
  title: line(200).default(''),
  description: text(20_000).nullish(),
  order_number: z.number().min(0).nullish().describe('Steps are put in this order, from 1.'),
  estimated_time: z.number().min(0).max(100_000).nullish().describe('Minutes.'),
  responsible_role: z
    .union([Role, z.literal('')], { error: 'Please choose a role' })
    .nullish()
    .transform((value) => value || null)
    .describe('Empty counts as none.'),
})

type StepBody = z.infer<typeof stepBody>

const isBlank = (step: StepBody) =>
  step.title === '' &&
  !step.description?.trim() &&
  step.estimated_time == null &&
  step.responsible_role == null

/** In the order that was sent; rows left wholly empty after the first are no steps. */
function inOrder(steps: StepBody[]): StepBody[] {
  const place = (step: StepBody, index: number) => step.order_number ?? index + 1
  const ordered = steps
    .map((step, index) => ({ step, place: place(step, index) }))
    .sort((one, other) => one.place - other.place)
    .map(({ step }) => step)
  return ordered.filter((step, index) => index === 0 || !isBlank(step))
}

const stepsBody = z
  .array(stepBody, { error: PROCESS_STEP_REQUIRED })
  .max(200, 'Please keep a process under 200 steps')
  .transform(inOrder)
  .superRefine((steps, context) => {
    if (!steps[0]?.title) {
      context.addIssue({ code: 'custom', message: PROCESS_STEP_REQUIRED, path: [0, 'title'] })
    }
    steps.forEach((step, index) => {
      if (index > 0 && step.title === '') {
        const message = 'Please give this step a title'
        context.addIssue({ code: 'custom', message, path: [index, 'title'] })
      }
    })
  })

const processBody = z.object({
  title: requiredLine(200, PROCESS_TITLE_REQUIRED),
  description: text(2000).trim().nullish(),
  category: z
    .string({ error: PROCESS_CATEGORY_REQUIRED })
    .trim()
    .min(1, PROCESS_CATEGORY_REQUIRED)
    .pipe(ProcessCategory),
  status: ProcessStatus.default('active'),
  steps: stepsBody,
})

export const processEndpoints = {
  listProcesses: endpoint({
    method: 'GET',
    path: '/processes',
    access: 'user',
    summary: 'Processes by title: active ones, and for admins drafts and inactive ones too.',
    query: z.object({
      ...paging,
      search: line(200).optional(),
      category: ProcessCategory.optional(),
      status: ProcessStatus.optional(),
    }),
    response: z.array(Process),
  }),
  createProcess: endpoint({
    method: 'POST',
    path: '/processes',
    access: 'admin',
    summary: 'Adds a process with its steps.',
    body: processBody,
    response: SavedProcess,
    status: 201,
  }),
  getProcess: endpoint({
    method: 'GET',
    path: '/processes/:id',
    access: 'user',
    summary: 'One process and its steps in order; its `ETag` goes into `If-Match` when saving.',
    params: byId,
    response: ProcessDetail,
  }),
  updateProcess: endpoint({
    method: 'PUT',
    path: '/processes/:id',
    access: 'admin',
    summary:
      'Saves a process and all its steps at once; with `If-Match`, 409 `edit_conflict` when somebody else saved first.',
    params: byId,
    body: processBody.extend({ status: ProcessStatus.optional() }),
    response: SavedProcess,
  }),
  deleteProcess: endpoint({
    method: 'DELETE',
    path: '/processes/:id',
    access: 'admin',
    summary: 'Hides a process; its runs stay.',
    params: byId,
  }),
  restoreProcess: endpoint({
    method: 'POST',
    path: '/processes/:id/restore',
    access: 'admin',
    summary: 'Brings a deleted process back.',
    params: byId,
    response: SavedProcess,
  }),
}
