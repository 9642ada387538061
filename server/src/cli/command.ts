import type { Config } from '../config.ts'
import type { OpenDatabase } from '../database.ts'

export interface CommandContext {
  /** What follows the command's name. */
  args: string[]
  config: Config
  database: OpenDatabase
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
