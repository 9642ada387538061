/**
 * `npm run drill -- services`: the storage for files (S3), the mail server, Stripe and the time authority are slow, hang
 * and are cut off, each behind a line of its own, while people use them and others work. What needs them says so in time;
 * nobody else notices.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { startLocalStripe } from '../../server/demo/local-stripe/local-stripe.ts'
import { type ApiClient, apiClient } from '../../server/src/testing/api-client.ts'
import { documentForm } from '../../server/src/testing/documents.ts'
import { startMailSink } from '../../server/src/testing/mailbox.ts'
import { startS3 } from '../../server/src/testing/s3.ts'
import { createTimeAuthority } from '../../server/src/testing/time-authority.ts'
import { isSmoke, sized } from '../size.ts'
import { type DrillDesk, openDesk } from './drill-desk.ts'
import { type Line, startLine } from './line.ts'
import { isUndisturbed, probe, told } from './probe.ts'
import { option, report } from './report.ts'

const SECONDS = option('seconds', 6, 1)
const SLOW_MS = 2000
const IN_FLIGHT = 4
/** Who uses the service has an answer within this, whatever it is. */
const ANSWERED_WITHIN_MS = 60_000
const FAULTS = {
  'is slow': (line: Line) => line.slow(SLOW_MS),
  hangs: (line: Line) => line.hang(),
  'is cut off': (line: Line) => line.cut(),
}

const seed = option('seed', randomInt(1, 2 ** 31), 18)
console.log(`services: ${SECONDS} s each, seed ${seed}`)
const [s3, sink, stripe] = [await startS3(), await startMailSink(), await startLocalStripe()]
const authority = createTimeAuthority()
const clock = await authority.listen()
const lineTo = async (url: string) =>
  startLine({ host: '127.0.0.1', port: Number(new URL(url).port) })
const lines = {
  s3: await lineTo(s3.location.endpoint!),
  mail: await lineTo(sink.url),
  stripe: await lineTo(stripe.config.apiBase!),
  clock: await lineTo(clock.url),
}
const at = ({ port }: Line) => `http://127.0.0.1:${port}`
const settings = {
  STORAGE_URL: `s3://S3RVER:S3RVER@desk/office?endpoint=${encodeURIComponent(at(lines.s3))}`,
  SMTP_URL: `smtp://127.0.0.1:${lines.mail.port}`,
  STRIPE_SECRET_KEY: stripe.config.secretKey,
  STRIPE_PRICE_ID: stripe.config.priceId!,
  STRIPE_API_BASE: at(lines.stripe),
  TSA_URL: at(lines.clock),
}
let invited = 0
/** What has to do with each. */
const USES: {
  name: string
  line: Line
  use: (api: ApiClient) => Promise<{ status: number; body: unknown }>
}[] = [
  {
    name: 'S3',
    line: lines.s3,
    use: async (api) => api.raw('POST /documents', { body: documentForm() }),
  },
  {
    name: 'The mail server',
    line: lines.mail,
    use: async (api) => {
      invited += 1
      return api.raw('POST /auth/invite', { body: { email: `guest-${invited}@example.com` } })
    },
  },
  {
    name: 'Stripe',
    line: lines.stripe,
    use: async (api) => api.raw('POST /payments/checkout'),
  },
  {
    name: 'The time authority',
    line: lines.clock,
    use: async (api) => api.raw('POST /admin/evidence/checkpoints'),
  },
]
const desk = await openDesk({ seed, settings })
try {
  for (const service of isSmoke ? USES.slice(0, 1) : USES) {
    for (const [what, begin] of Object.entries(FAULTS)) {
      // What hangs takes a minute to be found out.
      if (!isSmoke || what === 'is cut off') await play(desk, service, { what, begin })
    }
  }
} finally {
  await desk.end()
  for (const line of Object.values(lines)) line.end()
  await Promise.all([s3.stop(), sink.close(), stripe.close(), clock.close()])
  authority.remove()
}

async function play(
  { url, load, desk: filled, open, settings: ours }: DrillDesk,
  { name, line, use }: (typeof USES)[number],
  { what, begin }: { what: string; begin: (line: Line) => void },
): Promise<void> {
  const api = apiClient(url, filled.admin)
  const usual = await probe(url, filled.admin.token, 2000)
  begin(line)
  const began = performance.now()
  load.start(IN_FLIGHT)
  const uses = Array.from({ length: sized(12, 3) }, async (_, index) => {
    await delay(index * 100)
    const started = performance.now()
    const answer = await use(api).catch(() => null)
    return { answer, ms: performance.now() - started }
  })
  const meanwhile = await probe(url, filled.admin.token, SECONDS * 1000)
  const silence = load.longestPause(began)
  const answers = await Promise.all(uses)
  line.heal()
  // What hung is hung up on, and what follows is as it was.
  for (const deadline = performance.now() + 60_000; ; await delay(200)) {
    const { status } = await use(api).catch(() => ({ status: 599 }))
    if (status < 500) break
    if (performance.now() > deadline) throw new Error(`${name} is well again, and nobody notices`)
  }
  await load.finish()
  const words = new Map<string, number>()
  for (const { answer } of answers) {
    const { error } = (answer?.body ?? {}) as { error?: string }
    const said = answer ? `${answer.status} ${error ?? ''}`.trim() : 'no answer'
    words.set(said, (words.get(said) ?? 0) + 1)
  }
  for (const [said, count] of words) console.log(`  told ${count} times: ${said}`)
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  report({
    what: `${name} ${what}`,
    often: `for ${SECONDS} s`,
    acknowledged: load.stored,
    lost: await load.countLost(open, ours),
    silence,
    more: `${told(usual, meanwhile)}; who needs it has an answer after ${(slowest / 1000).toFixed(1)} s at most`,
    holds:
      (isSmoke || isUndisturbed(usual, meanwhile)) &&
      slowest < ANSWERED_WITHIN_MS &&
      !answers.some(({ answer }) => answer === null || answer.status === 500),
  })
}
