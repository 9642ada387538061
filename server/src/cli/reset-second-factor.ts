import { email as emailField } from '@frontdesk/contract/fields'
import { findAccountOwner } from '../features/accounts/accounts.queries.ts'
import { tell } from '../features/second-factor/second-factor.actions.ts'
import {
  deleteAllFactors,
  updateFactorOrigin,
} from '../features/second-factor/second-factor.queries.ts'
import { recordAudit } from '../platform/audit.ts'
import { type Command, OperatorError } from './command.ts'
import { commandOrigin } from './origin.ts'

export const resetSecondFactor: Command = {
  usage: '<email>',
  summary:
    "Takes a person's second factor and passkeys away, so that the password alone lets them in.",
  run: async ({ args, open, print }) => {
    const email = emailField.safeParse(args[0])
    if (!email.success || args.length !== 1) {
      throw new OperatorError('Please give one email address. Usage: reset-second-factor <email>')
    }
    const { db } = await open()
    const person = await findAccountOwner(db, email.data)
    if (!person) throw new OperatorError(`Nobody has an account with ${email.data}`)
    await db.transaction().execute(async (tx) => {
      if (!(await deleteAllFactors(tx, person.id))) {
        throw new OperatorError(`${email.data} has no second factor`)
      }
      await updateFactorOrigin(tx, person.id, 'after_operator_factor_reset')
      await tell(tx, person, { change: 'reset' })
      await recordAudit(
        tx,
        { origin: commandOrigin() },
        {
          action: 'second_factor.reset',
          item: { type: 'user', id: person.id, title: person.name },
        },
      )
    })
    print(`The second factor of ${email.data} is reset: they sign in with their password alone`)
    return 0
  },
}
