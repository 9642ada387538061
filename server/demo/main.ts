/** `npm run demo`: the same server on a data folder of its own, filled with a believable brokerage. */
import { stdout } from 'node:process'
import { readDemoConfig } from '../src/config.ts'
import { run } from '../src/run.ts'
import { DEMO_PASSWORD, fillIfEmpty } from './fill.ts'
import { demoPeople } from './people.ts'

await run(readDemoConfig, fillIfEmpty)

const signIns = (['admin', 'manager', 'agent'] as const).map((role) => {
  const person = demoPeople.find((candidate) => candidate.role === role)
  return `  ${person?.email.padEnd(44)}${role}`
})
stdout.write(`Sign in as\n${signIns.join('\n')}\neach with the password ${DEMO_PASSWORD}\n`)
