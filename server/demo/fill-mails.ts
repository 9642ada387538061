import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import {
  invitationMail,
  passwordChangedMail,
  resetPasswordMail,
} from '../src/features/accounts/account-mails.ts'
import type { MailKind } from '../src/features/mail/mail-kind.ts'
import { demoBrokerage } from './brokerage.ts'
import type { FilledPerson } from './fill-people.ts'
import { daysAgo } from './time.ts'

/** What has been mailed in the past weeks; nothing waits, so that the demo sends nothing. */
export async function fillMails(db: Db, people: FilledPerson[]): Promise<void> {
  const inviter = people.find(({ role }) => role === 'admin')!
  const newest = people.filter(({ role }) => role === 'agent').slice(-14)
  const mails = newest.flatMap((person, index) => {
    const joined = person.joinedDaysAgo
    const invitation = mail(invitationMail, person, joined + 2, {
      inviter: `${inviter.first_name} ${inviter.last_name}`,
      role: person.role,
    })
    if (person.status === 'pending') return [{ ...invitation, ...refused(index) }]
    if (index % 4 !== 0) return [invitation]
    return [
      invitation,
      mail(resetPasswordMail, person, joined / 2, {}),
      mail(passwordChangedMail, person, joined / 2 - 0.1, {}),
    ]
  })
  await db.insertInto('mails').values(mails).execute()
}

function mail<Data>(kind: MailKind<Data>, person: FilledPerson, days: number, data: NoInfer<Data>) {
  const context = { brokerage: demoBrokerage.brokerage_name, address: '', url: '' }
  const at = daysAgo(Math.max(1, Math.min(days, 85)), 8 + (person.first_name.length % 8))
  return {
    id: uuidv7(),
    kind: kind.name,
    to_email: person.email,
    subject: kind.write(context, data).subject,
    data: JSON.stringify(data),
    user_id: person.id,
    status: 'sent' as 'sent' | 'failed',
    delivery: 'smtp' as 'smtp' | null,
    attempts: 1,
    last_error: null as string | null,
    created_at: at,
    sent_at: at as string | null,
  }
}

/** One in three of those who have not come yet: the address was wrong. */
function refused(index: number) {
  if (index % 3 !== 0) return {}
  const reason = '550 5.1.1 The email account that you tried to reach does not exist'
  return {
    status: 'failed' as const,
    delivery: null,
    sent_at: null,
    attempts: 1,
    last_error: reason,
  }
}
