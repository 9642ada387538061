/** The operator's command line: `npm run admin -- <command>`. */
import { argv, exit, stderr, stdout } from 'node:process'
import { readConfig } from '../config.ts'
import { type OpenDatabase, openDatabaseBeside } from '../database.ts'
import { backup } from './backup.ts'
import { type Command, OperatorError, silent } from './command.ts'
import { createAccount } from './create.ts'
import { resetPassword } from './reset-password.ts'
import { restore } from './restore.ts'
import { verify } from './verify.ts'

const commands: Record<string, Command> = {
  create: createAccount,
  'reset-password': resetPassword,
  verify,
  backup,
  restore,
}

async function main(): Promise<number> {
  const [name = '', ...args] = argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    stderr.write(`${usage()}\n`)
    return name === '' || name === '--help' ? 0 : 2
  }
  const config = readConfig()
  let database: OpenDatabase | undefined
  const open = async () => (database ??= await openDatabaseBeside(config, silent))
  try {
    return await command.run({ args, config, open })
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

try {
  const code = await main()
  stdout.end(() => exit(code))
} catch (error) {
  const expected = error instanceof OperatorError
  stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  exit(expected ? 2 : 1)
}
