import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** What comes first on the command line, where it names a program other than the server. */
export const NAMED = ['admin', 'demo'].find((name) => name === process.argv[2])

/** Goes on as the built program that the command line names (the same process: signals and exit codes need no passing on). */
export async function becomeProgram() {
  const program = fileURLToPath(new URL(`../server/dist/${NAMED ?? 'main'}.js`, import.meta.url))
  // In place: who imports `argv` by its name has this array.
  process.argv.splice(1, Infinity, program, ...process.argv.slice(NAMED ? 3 : 2))
  await import(pathToFileURL(program).href)
}
