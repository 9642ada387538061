import type { Db } from '../../db/connect.ts'
import type { Author, Origin, SignedIn } from '../../http/caller.ts'
import { deleteAllSessions } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { sessionsEndedMail } from '../accounts/account-mails.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'

/** Tells somebody by mail that an admin has signed them out; nobody is told of what they did themselves. */
export async function tellOfEnding(
  tx: Db,
  by: Author,
  person: { id: string; email: string },
): Promise<void> {
  if (by.id === person.id) return
  await queueMail(tx, sessionsEndedMail, {
    to: person.email,
    data: { by: by.name },
    userId: person.id,
  })
}

/** Signs everybody out but whoever asks for it, in open tabs too; returns how many sessions that were. */
export async function endAllSessions(
  tx: Db,
  call: { actor: SignedIn; origin: Origin },
): Promise<number> {
  const ended = await deleteAllSessions(tx, call.actor.sessionId)
  await recordAudit(tx, call, { action: 'sessions.all_ended', details: { sessions: ended } })
  await publish(tx, { keys: ['users'], allSessionsEnded: true })
  return ended
}
