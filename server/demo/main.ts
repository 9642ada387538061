/** `npm run demo`: the same server on a data folder of its own, filled with a believable brokerage. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { readDemoConfig } from '../src/config.ts'
import { run } from '../src/run.ts'
import { fillBilling } from './fill-billing.ts'
import { DEMO_PASSWORD, fillIfEmpty } from './fill.ts'
import type { LocalStripe } from './local-stripe/stand-in.ts'
import { startLocalStripe } from './local-stripe/local-stripe.ts'
import { demoPeople } from './people.ts'

/** Payments go to a stand-in on this machine, whose books are kept beside the demo's data. */
async function openStripe(): Promise<LocalStripe | null> {
  try {
    const { dataDir } = readDemoConfig()
    mkdirSync(dataDir, { recursive: true })
    return await startLocalStripe({ file: join(dataDir, 'local-stripe.json') })
  } catch {
    // What is wrong with the settings is said when the server starts.
    return null
  }
}

const stripe = await openStripe()

const { url } = await run(
  () => ({ ...readDemoConfig(), ...(stripe && { stripe: stripe.config }) }),
  async (db, config) => {
    await fillIfEmpty(db, config)
    if (stripe) await fillBilling(db, config, stripe)
  },
)
if (stripe) stripe.deliverTo = url

const signIns = (['admin', 'manager', 'agent'] as const).map((role) => {
  const person = demoPeople.find((candidate) => candidate.role === role)
  return `  ${person?.email.padEnd(44)}${role}`
})
stdout.write(`Sign in as\n${signIns.join('\n')}\neach with the password ${DEMO_PASSWORD}\n`)
if (stripe) stdout.write(`Payments go to a stand-in for Stripe at ${stripe.url}\n`)
