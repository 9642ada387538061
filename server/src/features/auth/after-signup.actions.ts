import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { MOST_NOTICES, mailVerifyLink } from '../accounts/account-mail.actions.ts'
import { accountExistsMail, invitationMail } from '../accounts/account-mails.ts'
import { findMailRecipient, lockUser } from '../accounts/accounts.queries.ts'
import { findInvitation, findInviteLink } from '../invitations/invitations.queries.ts'
import { countRecentMails } from '../mail/mails.queries.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'

/** The job after a sign-up: a link to confirm the address, or a word to whoever has it already. */
export async function mailAfterSignUp(
  db: Db,
  { email, created }: { email: string; created: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const person = await findMailRecipient(tx, email)
    if (!person) return
    if (created) return person.canVerify ? mailVerifyLink(tx, person) : undefined
    await lockUser(tx, person.id)
    if ((await countRecentMails(tx, person.id, '1 hour')) >= MOST_NOTICES) return
    if (person.isInvited) return mailInvitationAgain(tx, person)
    if (!person.canReset) return
    await queueMail(tx, accountExistsMail, { to: email, data: {}, userId: person.id })
  })
}

/** Whoever was invited and signs up instead is shown the way in that they have. */
async function mailInvitationAgain(tx: Db, person: { id: string; email: string }): Promise<void> {
  const invitation = await findInvitation(tx, person.id)
  const link = await findInviteLink(tx, person.id)
  if (!invitation || !link || link.expired) return
  await queueMail(tx, invitationMail, {
    to: person.email,
    data: { inviter: invitation.invited_by ?? 'An administrator', role: invitation.role },
    userId: person.id,
    linkId: link.id,
  })
}
