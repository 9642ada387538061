import type { Readable, Writable } from 'node:stream'
import type { Config } from '../config.ts'
import type { DatabaseLog, OpenDatabase } from '../database.ts'

/** Standard input, output and errors; `isTTY` where a person sits there. */
export interface Terminal {
  input: Readable & { isTTY?: boolean }
  output: Writable & { isTTY?: boolean }
  errors: Writable & { isTTY?: boolean }
}

export interface CommandContext {
  /** What follows the command's name. */
  args: string[]
  config: Config
  terminal: Terminal
  /** Writes a line of the result. */
  print: (line: string) => void
  /** Opens the database, up to date, beside a running server or not; it is closed after the command. */
  open: () => Promise<OpenDatabase>
}

/** One word of the operator's command line. */
export interface Command {
  /** Its arguments, as shown in the help. */
  usage: string
  summary: string
  /** Returns the exit code. @throws OperatorError */
  run(context: CommandContext): Promise<number>
}

/** A mistake in the command; its message is one line. */
export class OperatorError extends Error {}

/** A command says itself what the operator should know. */
export const silent: DatabaseLog = { info: () => undefined, warn: () => undefined }
