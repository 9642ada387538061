import { parseArgs } from 'node:util'
import { email as emailField, requiredLine } from '@frontdesk/contract/fields'
import { Role } from '@frontdesk/contract/users'
import { z } from 'zod'
import { insertAccount } from '../features/accounts/accounts.queries.ts'
import { recordAudit } from '../platform/audit.ts'
import { askNewPassword } from './ask-password.ts'
import { type Command, OperatorError } from './command.ts'
import { commandOrigin } from './origin.ts'

const usage = '--email <address> --first-name <name> --last-name <name> [--role <role>]'

const Options = z.object({
  email: emailField,
  'first-name': requiredLine(100, 'Please give --first-name'),
  'last-name': requiredLine(100, 'Please give --last-name'),
  role: z.enum(Role.options, { error: 'The role is agent, admin or manager' }).default('admin'),
})

export const createAccount: Command = {
  usage,
  summary: 'Creates an account, an admin unless --role says otherwise.',
  run: async ({ args, open, terminal, print }) => {
    const options = readOptions(args)
    const person = {
      firstName: options['first-name'],
      lastName: options['last-name'],
      email: options.email,
    }
    const { role } = options
    const { db } = await open()
    const passwordHash = await askNewPassword(db, terminal, person)
    const id = await db.transaction().execute(async (tx) => {
      const created = await insertAccount(tx, {
        ...person,
        passwordHash,
        passwordOrigin: 'after_operator',
        role,
        status: 'active',
      })
      if (!created) throw new OperatorError(`${person.email} has an account already`)
      await recordAudit(
        tx,
        { origin: commandOrigin() },
        {
          action: 'user.created',
          item: { type: 'user', id: created, title: `${person.firstName} ${person.lastName}` },
          details: { role },
        },
      )
      return created
    })
    print(`Created ${person.email} as ${role} (${id})`)
    return 0
  },
}

function readOptions(args: string[]): z.infer<typeof Options> {
  const string = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      args,
      options: { email: string, 'first-name': string, 'last-name': string, role: string },
    })
    return Options.parse(values)
  } catch (error) {
    const message = error instanceof z.ZodError ? error.issues[0]?.message : undefined
    throw new OperatorError(
      `${message ?? 'These options are not understood'}. Usage: create ${usage}`,
    )
  }
}
