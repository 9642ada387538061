/**
 * `npm start`, `npm run demo` and `npm run admin`: installs and builds what is missing or out of
 * date, then becomes the program (the same process: signals and exit codes need no passing on).
 */
import './require-node.mjs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded } from './build-if-needed.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { installIfNeeded } from './install.mjs'
import { root } from './run.mjs'

const [, , word = '', ...rest] = process.argv
const named = word === 'demo' || word === 'admin'
const program = join(root, 'server/dist', `${named ? word : 'main'}.js`)

await installIfNeeded()
await buildIfNeeded()
if (word !== 'admin') endWithNpm()
// In place: who imports `argv` by its name has this array.
process.argv.splice(1, Infinity, program, ...(named ? rest : process.argv.slice(2)))
await import(pathToFileURL(program).href)
