import { createInterface } from 'node:readline/promises'
import { PASSWORD_HINT } from '@frontdesk/contract/constants'
import { newPassword } from '@frontdesk/contract/auth'
import type { Db } from '../db/connect.ts'
import { hashPassword, type PasswordOwner, refusalOf } from '../features/accounts/passwords.ts'
import { OperatorError, type Terminal } from './command.ts'

/**
 * Asks for a new password, unseen on a terminal, or takes a line of standard input; it is never an
 * argument, which others on the machine could read.
 * @returns its hash
 * @throws OperatorError where it is refused
 */
export async function askNewPassword(
  db: Db,
  terminal: Terminal,
  owner: PasswordOwner,
): Promise<string> {
  const typed = await readLine(terminal, 'New password: ')
  const parsed = newPassword.safeParse(typed)
  if (!parsed.success) throw new OperatorError(parsed.error.issues[0]?.message ?? PASSWORD_HINT)
  const refusal = await refusalOf(db, parsed.data, owner)
  if (refusal) throw new OperatorError(refusal)
  return hashPassword(parsed.data)
}

async function readLine({ input, output }: Terminal, prompt: string): Promise<string> {
  const lines = createInterface({ input, terminal: input.isTTY === true })
  if (input.isTTY) output.write(prompt)
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (input.isTTY) output.write('\n')
  }
}
