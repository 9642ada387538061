import type { PendingStep, Role } from '@frontdesk/contract/users'
import type { Db } from '../../db/connect.ts'
import { executeKept } from '../../db/prepared.ts'

/** So many are told; the list of processes has all. */
const MOST_TOLD = 50

function pendingSteps(db: Db, person: { id: string; role: Role }) {
  return db
    .selectFrom('process_run_steps as step')
    .innerJoin('process_runs as run', 'run.id', 'step.run_id')
    .where('run.state', '=', 'in_progress')
    .where('step.done_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('step.assigned_user_id', '=', person.id),
        eb('step.assigned_role', '=', person.role),
      ]),
    )
}

/** Open steps that were handed to a person or their role, the most urgent first. */
export async function listPendingSteps(
  db: Db,
  person: { id: string; role: Role },
): Promise<PendingStep[]> {
  const steps = pendingSteps(db, person)
    .select(['step.id', 'step.title', 'run.id as run_id', 'run.title as run_title', 'run.due_at'])
    .orderBy('run.due_at', (order) => order.asc().nullsLast())
    .orderBy('run.id')
    .orderBy('step.order_number')
    .limit(MOST_TOLD)
  return executeKept(db, steps)
}

/** Whether a step still awaits somebody who is still here. */
export async function isStepPending(db: Db, userId: string, stepId: string): Promise<boolean> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) return false
  const step = pendingSteps(db, person).select('step.id').where('step.id', '=', stepId)
  return (await step.executeTakeFirst()) !== undefined
}
