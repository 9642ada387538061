import { readConfig } from '../config.ts'
import { type OpenDatabase, openDatabaseBeside } from '../database.ts'
import { backup } from './backup.ts'
import { type Command, OperatorError, silent, type Terminal } from './command.ts'
import { createAccount } from './create.ts'
import { disableSingleSignOn } from './disable-single-sign-on.ts'
import { rehearse } from './rehearse.ts'
import { repair } from './repair.ts'
import { resetPassword } from './reset-password.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { restore } from './restore.ts'
import { rotateEvidenceKey } from './rotate-evidence-key.ts'
import { storage } from './storage.ts'
import { verify } from './verify.ts'

const commands: Record<string, Command> = {
  create: createAccount,
  'reset-password': resetPassword,
  'reset-second-factor': resetSecondFactor,
  'disable-single-sign-on': disableSingleSignOn,
  verify,
  repair,
  backup,
  restore,
  rehearse,
  storage,
  'rotate-evidence-key': rotateEvidenceKey,
}

/**
 * Runs one command of the operator's.
 * @returns the exit code: 1 for what went wrong, 2 for a mistake in the command; either says why in one line
 */
export async function runCommand(
  [name = '', ...args]: string[],
  terminal: Terminal,
  variables?: NodeJS.ProcessEnv,
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    terminal.errors.write(`${usage()}\n`)
    return name === '' || name === '--help' ? 0 : 2
  }
  let database: OpenDatabase | undefined
  try {
    const config = readConfig(variables)
    const open = async () => (database ??= await openDatabaseBeside(config, silent))
    const print = (line: string) => terminal.output.write(`${line}\n`)
    return await command.run({ args, config, terminal, print, open })
  } catch (error) {
    terminal.errors.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof OperatorError ? 2 : 1
  } finally {
    await database?.close()
  }
}

function usage(): string {
  const lines = Object.entries(commands).flatMap(([name, { usage: words, summary }]) => [
    `  ${name} ${words}`.trimEnd(),
    `      ${summary}`,
  ])
  return ['Usage: npm run admin -- <command>', '', ...lines].join('\n')
}
