import {
  type OpenStep,
  openStepEndpoints,
  type OpenStepsQuery,
} from '@frontdesk/contract/open-steps'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { sendCsv } from '../../http/csv.ts'
import { sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { countOpenSteps, listOpenSteps, type StepScope } from './open-steps.queries.ts'

/** Rows of a register where the caller asks for no number. */
const TABLE_LIMIT = 200

const COLUMNS = [
  'user_name',
  'user_email',
  'role',
  'process_title',
  'run_title',
  'order_number',
  'steps_count',
  'title',
  'is_next',
  'state',
  'is_stuck',
  'waiting_since',
  'due_at',
  'id',
  'run_id',
  'process_id',
  'user_id',
] as const satisfies (keyof OpenStep)[]

/** The steps of running processes, as a part of the register of what is outstanding. */
export function openStepRoutes(mount: Mount): void {
  mount(openStepEndpoints.listOpenSteps, async (call) => sendSteps(call, call.query, 'all'))

  mount(openStepEndpoints.exportOpenSteps, async (call) => {
    const { db, query, reply } = call
    await recordAudit(db, call, { action: 'open_steps.exported', details: query })
    return sendCsv(reply, 'process-steps', COLUMNS, async (page) =>
      listOpenSteps(db, { ...query, ...page }, 'all'),
    )
  })

  mount(openStepEndpoints.listOpenStepsOfTeams, async (call) =>
    sendSteps(call, call.query, { managedBy: call.actor.id }),
  )
}

async function sendSteps(
  { db, request, reply }: { db: Db; request: FastifyRequest; reply: FastifyReply },
  query: OpenStepsQuery,
  scope: StepScope,
): Promise<OpenStep[]> {
  const page = await listOpenSteps(db, { ...query, limit: query.limit ?? TABLE_LIMIT }, scope)
  return sendPage({ request, reply }, page, await countOpenSteps(db, query, scope))
}
