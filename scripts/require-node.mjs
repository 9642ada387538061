/** Imported first by every command: says in one line that Node is too old, before that shows as a riddle. */
import { readFileSync } from 'node:fs'
import process from 'node:process'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const [major = 0, minor = 0] = engines.node.match(/\d+/g).map(Number)
const [ours = 0, oursMinor = 0] = process.versions.node.split('.').map(Number)
if (ours < major || (ours === major && oursMinor < minor)) {
  console.error(
    `Front Desk needs Node.js ${major}.${minor} or newer; this is ${process.versions.node}. Get it from https://nodejs.org`,
  )
  process.exit(1)
}
