/**
 * `npm start`, `npm run demo` and `npm run admin`: installs and builds what is missing or out of
 * date, then becomes the program.
 */
import './require-node.mjs'
import { becomeProgram, NAMED } from './become-program.mjs'
import { buildIfNeeded } from './build-if-needed.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { installIfNeeded } from './install.mjs'

await installIfNeeded()
await buildIfNeeded()
if (NAMED !== 'admin') endWithNpm()
await becomeProgram()
