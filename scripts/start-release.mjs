/** `./front-desk`, `./front-desk demo` and `./front-desk admin …` of a release, which has no packages to install and nothing to build. */
import './require-node.mjs'
import { dirname, sep } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { becomeProgram } from './become-program.mjs'

const release = fileURLToPath(new URL('..', import.meta.url))
// Nothing is written into the program's own folder: the next release lies beside it, and finds `data` and `.env`.
if (`${process.cwd()}${sep}`.startsWith(release)) process.chdir(dirname(release))
await becomeProgram()
