/** The operator's command line: `npm run admin -- <command>`. */
import { argv, exit, stderr, stdin, stdout } from 'node:process'
import { runCommand } from './run-command.ts'

const code = await runCommand(argv.slice(2), { input: stdin, output: stdout, errors: stderr })
stdout.end(() => exit(code))
