/**
 * `npm test`, also as `npm run check`: everything that CI runs, on a fresh clone too. A step that
 * passes is one line; one that fails shows all it printed, and the others still run.
 * `npm test -- --only lint|unit|e2e|bench [filter …]` runs a part.
 */
import './require-node.mjs'
import process from 'node:process'
import { installIfNeeded } from './install.mjs'

const GROUPS = ['lint', 'unit', 'e2e', 'bench']
const args = process.argv.slice(2)
const only = args[0] === '--only' ? args[1] : undefined
if (args.length > 0 && !GROUPS.includes(only ?? '')) {
  console.error(`Usage: npm test -- [--only ${GROUPS.join('|')} [filter …]]`)
  process.exit(2)
}

await installIfNeeded()
// Only now: it imports installed packages.
const { runChecks } = await import('./checks.mjs')
process.exitCode = (await runChecks(only ? [only] : GROUPS, args.slice(2))) ? 0 : 1
