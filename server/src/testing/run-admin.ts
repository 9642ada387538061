import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '../cli/run-command.ts'
import type { ConnectionSource } from '../db/connect.ts'
import { addressOf } from './test-server.ts'

export interface Outcome {
  code: number | null
  out: string
  err: string
}

/** Runs a command as an operator would, with `typed` on its standard input. */
export async function run(args: string[], source: ConnectionSource, typed = ''): Promise<Outcome> {
  return runWith(args, { DATABASE_URL: addressOf(source) }, typed)
}

export async function runWith(
  args: string[],
  variables: NodeJS.ProcessEnv,
  typed = '',
): Promise<Outcome> {
  const terminal = {
    input: Readable.from([typed]),
    output: new PassThrough(),
    errors: new PassThrough(),
  }
  const code = await runCommand(args, terminal, variables)
  return { code, out: await text(terminal.output.end()), err: await text(terminal.errors.end()) }
}
