import { createProcess } from '../factories.ts'
import { uuidv7 } from 'uuidv7'
import type { Examples, World } from './world.ts'

const processBody = {
  title: 'An example',
  description: null,
  category: 'Sales',
  status: 'active',
  steps: [{ title: 'Call', order_number: 1, estimated_time: 5, responsible_role: 'agent' }],
}

const runBody = { title: '14 Ferry Road', due_at: '2031-05-01T12:00:00Z' }

export const processesExamples = {
  'GET /processes': { input: () => ({ query: { search: 'a', category: 'Sales' } }), audit: null },
  'POST /processes': { input: () => ({ body: processBody }), audit: 'process.created' },
  'GET /processes/:id': { input: onNewProcess, audit: null },
  'PUT /processes/:id': {
    input: async (world) => ({ ...(await onNewProcess(world)), body: processBody }),
    audit: 'process.updated',
  },
  'DELETE /processes/:id': { input: onNewProcess, audit: 'process.deleted' },
  'POST /processes/:id/restore': {
    input: async (world) => {
      const input = await onNewProcess(world)
      await world.server.api.as(world.admin)('DELETE /processes/:id', input)
      return input
    },
    audit: 'process.restored',
  },
  'GET /processes/runs': { input: () => ({ query: { state: 'overdue', limit: 5 } }), audit: null },
  'POST /processes/:id/runs': {
    input: async (world) => ({ ...(await onNewProcess(world)), body: runBody }),
    audit: 'process_run.started',
  },
  'GET /admin/open-steps': {
    input: () => ({ query: { state: 'stuck', role: 'agent', sort: 'user_name', limit: 5 } }),
    audit: null,
  },
  'GET /admin/open-steps.csv': {
    input: () => ({ query: { state: 'waiting' } }),
    audit: 'open_steps.exported',
  },
  'GET /teams/mine/open-steps': { input: () => ({ query: { state: 'overdue' } }), audit: null },
  'GET /processes/runs/:id': { input: onNewRun, audit: null },
  'PUT /processes/runs/:id': {
    input: async (world) => ({ ...(await onNewRun(world)), body: runBody }),
    audit: 'process_run.updated',
  },
  'PUT /processes/runs/:id/steps/:step_id/done': {
    input: async (world) => ({ ...(await onNewRun(world)), body: { done: true } }),
    audit: 'process_run.step_done',
  },
  'PUT /processes/runs/:id/steps/:step_id/assignee': {
    input: async (world) => ({ ...(await onNewRun(world)), body: { user_id: world.agent.id } }),
    audit: 'process_run.step_assigned',
  },
  'POST /processes/runs/:id/comments': {
    input: async (world) => ({ ...(await onNewRun(world)), body: { body: 'Keys are back.' } }),
    audit: 'process_run.commented',
  },
  'POST /processes/runs/:id/finish': { input: onNewRun, audit: 'process_run.finished' },
  'POST /processes/runs/:id/cancel': { input: onNewRun, audit: 'process_run.cancelled' },
  'POST /processes/runs/:id/reopen': {
    input: async (world) => {
      const input = await onNewRun(world)
      await world.server.api.as(world.admin)('POST /processes/runs/:id/finish', input)
      return input
    },
    audit: 'process_run.reopened',
  },
} satisfies Partial<Examples>

async function onNewProcess({ server, admin }: World) {
  const process = await createProcess(server.api.as(admin), { title: `Example ${uuidv7()}` })
  return { params: { id: process.id } }
}

/** A run that the admin started, and its first step. */
async function onNewRun(world: World) {
  const api = world.server.api.as(world.admin)
  const { body: run } = await api('POST /processes/:id/runs', {
    ...(await onNewProcess(world)),
    body: runBody,
  })
  const { body: detail } = await api('GET /processes/runs/:id', { params: { id: run.id } })
  return { params: { id: run.id, step_id: detail.steps[0]!.id } }
}
