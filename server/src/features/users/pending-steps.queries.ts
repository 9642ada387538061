import type { PendingStep } from '@frontdesk/contract/users'
import type { Db } from '../../db/connect.ts'
import { executeKept } from '../../db/prepared.ts'

/** So many are told; the list of processes has all. */
const MOST_TOLD = 50

function pendingSteps(db: Db, userId: string) {
  return db
    .selectFrom('process_run_steps as step')
    .innerJoin('process_runs as run', 'run.id', 'step.run_id')
    .where('run.state', '=', 'in_progress')
    .where('step.done_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('step.assigned_user_id', '=', userId),
        eb(
          'step.assigned_role',
          '=',
          eb.selectFrom('users').select('role').where('id', '=', userId),
        ),
      ]),
    )
}

/** Open steps that were handed to a person or their role, the most urgent first. */
export async function listPendingSteps(db: Db, userId: string): Promise<PendingStep[]> {
  const steps = pendingSteps(db, userId)
    .select(['step.id', 'step.title', 'run.id as run_id', 'run.title as run_title', 'run.due_at'])
    .orderBy('run.due_at', (order) => order.asc().nullsLast())
    .orderBy('run.id')
    .orderBy('step.order_number')
    .limit(MOST_TOLD)
  return executeKept(db, steps)
}

/** Whether a step still awaits somebody who is still here. */
export async function isStepPending(db: Db, userId: string, stepId: string): Promise<boolean> {
  const step = pendingSteps(db, userId)
    .select('step.id')
    .where('step.id', '=', stepId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('users')
          .select('id')
          .where('id', '=', userId)
          .where('status', '=', 'active')
          .where('deleted_at', 'is', null),
      ),
    )
  return (await step.executeTakeFirst()) !== undefined
}
