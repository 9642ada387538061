/**
 * `npm start`, `npm run demo` and `npm run admin`: installs and builds what is missing or out of
 * date, then becomes the program (the same process: signals and exit codes need no passing on).
 */
import './require-node.mjs'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded } from './build-if-needed.mjs'
import { installIfNeeded } from './install.mjs'
import { root } from './run.mjs'

const [, , word = '', ...rest] = process.argv
const named = word === 'demo' || word === 'admin'
const program = join(root, 'server/dist', `${named ? word : 'main'}.js`)

await installIfNeeded()
await buildIfNeeded()
if (word !== 'admin') endWithNpm()
process.argv = [process.execPath, program, ...(named ? rest : process.argv.slice(2))]
await import(pathToFileURL(program).href)

/** npm passes signals on, but `kill -9` of npm would leave the server, and its port, behind. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = startedBy()
  setInterval(() => {
    if (startedBy() !== npm) process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}

/** The process that started us: npm itself, or also that of the shell which npm runs scripts in. */
function startedBy() {
  const parent = process.ppid
  try {
    const [, name, grandparent] =
      /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return name === 'sh' ? `${parent} ${grandparent}` : `${parent}`
  } catch {
    // Not on Linux: the shells elsewhere become the command that they are given.
    return `${parent}`
  }
}
