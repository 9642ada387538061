import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { forbidden, unprocessable } from '../../http/errors.ts'
import { holdOwnSession } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { mailResetLink } from '../accounts/account-mail.actions.ts'
import { insertLinkToken } from '../accounts/links.queries.ts'
import { lockTeamMember } from './admin-users.queries.ts'
import { type AdminCall, noSuchUser } from './change-person.actions.ts'
import { removePerson } from './remove-person.actions.ts'
import { findPerson } from './users.queries.ts'

/**
 * Has a link mailed by which the person chooses a new password. Nobody else ever sees it, unless
 * there is no mail server: then a token to hand over is returned.
 * @throws AppError 404, or 422 where the link would be of no use
 */
export async function requestReset(
  tx: Db,
  call: AdminCall,
  id: string,
  { sendsMail }: { sendsMail: boolean },
): Promise<string | null> {
  const person = await lockTeamMember(tx, id)
  if (!person) throw noSuchUser()
  if (person.status === 'inactive') {
    throw unprocessable('cannot_reset', 'This person is inactive. Please activate them first')
  }
  if (!person.has_account && person.status === 'pending') {
    const sentence = 'This person has not accepted their invitation yet. Please resend it instead'
    throw unprocessable('cannot_reset', sentence)
  }
  const linkId = await mailResetLink(tx, person, call.actor)
  await recordAudit(tx, call, {
    action: 'password_reset.requested',
    item: { type: 'user', id, title: person.name },
    details: { email: person.email, link_shown: !sendsMail },
  })
  return sendsMail ? null : insertLinkToken(tx, linkId, { handedOver: true })
}

/**
 * Deletes somebody's account, then the files of their picture.
 * @throws AppError 404; PostgreSQL's FD001 for the last active admin
 */
export async function deletePerson(
  db: Db,
  call: AdminCall,
  id: string,
  pictures: FileStore,
): Promise<void> {
  const unneeded = await inTransaction(db, async (tx) => {
    await holdOwnSession(tx, call.actor)
    const caller = await findPerson(tx, call.actor.id, { inactiveToo: false })
    if (caller?.role !== 'admin') throw forbidden()
    const person = await lockTeamMember(tx, id)
    if (!person) throw noSuchUser()
    return removePerson(tx, call, person)
  })
  await pictures.remove(unneeded)
}
