import { email as emailField } from '@frontdesk/contract/fields'
import { findAccountOwner, updatePassword } from '../features/accounts/accounts.queries.ts'
import { deleteSessionsOf } from '../http/session.ts'
import { recordAudit } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { askNewPassword } from './ask-password.ts'
import { type Command, OperatorError } from './command.ts'
import { commandOrigin } from './origin.ts'

export const resetPassword: Command = {
  usage: '<email>',
  summary: "Sets a person's password and ends their sessions.",
  run: async ({ args, open, terminal, print }) => {
    const email = emailField.safeParse(args[0])
    if (!email.success || args.length !== 1) {
      throw new OperatorError('Please give one email address. Usage: reset-password <email>')
    }
    const { db } = await open()
    const person = await findAccountOwner(db, email.data)
    if (!person) throw new OperatorError(`Nobody has an account with ${email.data}`)
    const passwordHash = await askNewPassword(db, terminal, person)
    await db.transaction().execute(async (tx) => {
      await updatePassword(tx, person.id, passwordHash, 'after_operator')
      await deleteSessionsOf(tx, person.id)
      await publish(tx, { keys: [], endedSessionsOf: person.id })
      await recordAudit(
        tx,
        { origin: commandOrigin() },
        {
          action: 'user.password_reset',
          item: { type: 'user', id: person.id, title: person.name },
        },
      )
    })
    print(`The password of ${email.data} is changed, and all their sessions are ended`)
    return 0
  },
}
