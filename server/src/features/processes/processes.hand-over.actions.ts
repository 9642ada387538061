import type { RunStep } from '@frontdesk/contract/process-runs'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { insertNotifications } from '../notifications/notifications.queries.ts'

/**
 * Tells each person, other than the actor, whom an open step now awaits; once a day of the same step,
 * however often it changes hands.
 */
export async function tellOfHandOver(
  db: Db,
  actor: SignedIn,
  run: { id: string; title: string },
  step: RunStep,
): Promise<void> {
  if (step.done_at) return
  const source = `step:${step.id}:${uuidv7()}`
  const people = await listAssignees(db, step)
  await insertNotifications(
    db,
    people
      .filter(({ id }) => id !== actor.id)
      .map(({ id }) => ({
        user_id: id,
        kind: 'handed_over',
        source,
        step_id: step.id,
        facts: {
          about: 'step',
          by: actor.name,
          step_id: step.id,
          step: step.title,
          run_id: run.id,
          run: run.title,
          role: step.assigned_role,
        },
      })),
  )
}

/** Whom the step awaits and who was not told of it within a day; the run is held by the caller. */
async function listAssignees(
  db: Db,
  { id: stepId, assigned_user_id: userId, assigned_role: role }: RunStep,
): Promise<{ id: string }[]> {
  if (!userId && !role) return []
  return db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notifications as told')
            .whereRef('told.user_id', '=', 'users.id')
            .where('told.step_id', '=', stepId)
            .where('told.created_at', '>', sql<string>`now() - interval '1 day'`),
        ),
      ),
    )
    .$if(userId !== null, (query) => query.where('id', '=', userId!))
    .$if(role !== null, (query) => query.where('role', '=', role!))
    .execute()
}
