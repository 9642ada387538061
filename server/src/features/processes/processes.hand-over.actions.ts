import type { RunStep } from '@frontdesk/contract/process-runs'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'

/**
 * Queues a mail to each person, other than the actor, whom an open step now awaits; one a day about the
 * same step, however often it changes hands.
 */
export async function tellOfHandOver(
  db: Db,
  actor: SignedIn,
  run: { id: string; title: string },
  step: RunStep,
): Promise<void> {
  if (step.done_at) return
  for (const person of await listAssignees(db, step)) {
    if (person.id === actor.id) continue
    await queueMail(db, {
      kind: 'step_handed_over',
      to: person.email,
      userId: person.id,
      data: {
        by: actor.name,
        step_id: step.id,
        step: step.title,
        run_id: run.id,
        run: run.title,
        role: step.assigned_role,
      },
    })
  }
}

async function listAssignees(
  db: Db,
  { id: stepId, assigned_user_id: userId, assigned_role: role }: RunStep,
): Promise<{ id: string; email: string }[]> {
  if (!userId && !role) return []
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('mails')
            .whereRef('mails.user_id', '=', 'users.id')
            .where('mails.kind', '=', 'step_handed_over')
            .where(sql<boolean>`mails.data->>'step_id' = ${stepId}`)
            .where('mails.created_at', '>', sql<string>`now() - interval '1 day'`),
        ),
      ),
    )
    .$if(userId !== null, (query) => query.where('id', '=', userId!))
    .$if(role !== null, (query) => query.where('role', '=', role!))
    .execute()
}
