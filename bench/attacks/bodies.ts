/**
 * `npm run drill -- bodies`: every endpoint of the contract gets generated queries and bodies, valid ones and mutated
 * ones, as an admin of the demo. Nothing may be answered with 500, and nothing may take longer than a second.
 * `--seed=7 --count=50`: the same again, so many of each kind for each endpoint. Names choose endpoints: `POST /policies`.
 */
import { randomInt } from 'node:crypto'
import { loadavg } from 'node:os'
import process, { argv } from 'node:process'
import { allEndpoints } from '@frontdesk/contract/all'
import type { Endpoint } from '@frontdesk/contract/endpoint'
import fc from 'fast-check'
import { tookTooLong } from '../../server/src/testing/patience.ts'
import { inputsOf, Known, mutated } from '../../server/src/testing/generated-inputs.ts'
import { type RawAnswer, send } from '../../server/src/testing/send.ts'
import { option, tellWords } from '../faults/report.ts'
import { isSmoke } from '../size.ts'
import { signAdminIn, startDemo } from './demo.ts'

const COUNT = option('count', 20, 1)
const LONGEST_MS = 1000

const seed = option('seed', randomInt(1, 2 ** 31), 18)
const named = argv.slice(2).filter((word) => word.startsWith('/'))
const endpoints = allEndpoints
  .filter(({ path }) => named.length === 0 || named.includes(path))
  .filter((_, index) => !isSmoke || index % 5 === 0)
console.log(`bodies: ${endpoints.length} endpoints, ${COUNT} of each kind, seed ${seed}`)
const known = new Known()
const statuses = new Map<string, number>()
const faults: string[] = []
let slowest = { ms: 0, name: '' }
const demo = await startDemo()
try {
  let token = await demo.open(signAdminIn)
  // What is there: ids and words from every list of the demo.
  for (const endpoint of endpoints) if (endpoint.method === 'GET') await ask(endpoint, {}, token)
  for (const endpoint of endpoints) {
    // What came before may have ended every session, or this admin's being one.
    token = await demo.open(signAdminIn)
    for (const input of inputsFor(endpoint)) await judge(endpoint, input, token)
  }
} finally {
  await demo.end()
}
const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0)
tellWords(statuses)
for (const fault of faults) console.log(fault)
const slow = `the slowest ${slowest.ms.toFixed(0)} ms (${slowest.name})`
console.log(
  `${faults.length === 0 ? 'Holds' : 'DOES NOT HOLD'}: ${sent} requests with generated bodies to ${endpoints.length} endpoints, ${faults.length} faults, ${slow}, seed ${seed} (load ${loadavg()[0]!.toFixed(1)})`,
)
if (faults.length > 0) process.exitCode = 1

interface Input {
  query?: unknown
  body?: unknown
}

function inputsFor({ query, body }: Endpoint): Input[] {
  const parts = { ...(query && { query }), ...(body && { body }) }
  const arbitraries = Object.entries(parts).map(
    ([part, schema]) => [part, inputsOf(schema, known)] as const,
  )
  const valid = fc.record(Object.fromEntries(arbitraries))
  const spoiled = fc.record(
    Object.fromEntries(arbitraries.map(([part, inputs]) => [part, mutated(inputs, known)])),
  )
  return [
    ...fc.sample(valid, { seed, numRuns: COUNT }),
    ...fc.sample(spoiled, { seed, numRuns: arbitraries.length > 0 ? COUNT : 0 }),
  ] as Input[]
}

async function judge(endpoint: Endpoint, input: Input, token: string): Promise<void> {
  const name = `${endpoint.method} ${endpoint.path}`
  let answer = await ask(endpoint, input, token)
  for (let again = 0; again < 2 && answer.ms > LONGEST_MS; again += 1)
    answer = await ask(endpoint, input, token)
  const said = `${answer.status}`
  statuses.set(said, (statuses.get(said) ?? 0) + 1)
  if (answer.ms > slowest.ms) slowest = { ms: answer.ms, name }
  const isFault = answer.status >= 500 && answer.status !== 501
  if (isFault || tookTooLong(answer.ms, LONGEST_MS)) {
    faults.push(
      `${name}: ${answer.status} after ${answer.ms.toFixed(0)} ms, ${answer.body.slice(0, 200)}, to ${JSON.stringify(input).slice(0, 2000)}`,
    )
  }
}

async function ask(endpoint: Endpoint, { query, body }: Input, token: string): Promise<RawAnswer> {
  const parts = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, part]) => part!)
  const params = Object.fromEntries(
    parts.map((part) => [part, encodeURIComponent(pick(part, endpoint.path))]),
  )
  const words = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(
    words.map(([key, value]) => [
      key,
      (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed(),
    ]),
  ).toString()
  const path = `/api/v1${endpoint.path.replaceAll(/:(\w+)/g, (_, part: string) => params[part]!)}`
  const answer = await send(demo.url, {
    method: endpoint.method,
    path: search ? `${path}?${search}` : path,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(endpoint.body && { 'Content-Type': 'application/json' }),
    },
    ...(endpoint.body && { body: JSON.stringify(body) ?? '' }),
  }).catch((error: Error): RawAnswer => {
    return { status: 599, reason: '', headers: {}, body: error.message, ms: 0 }
  })
  if (answer.status < 300 && answer.headers['content-type']?.includes('json')) {
    known.learn(
      JSON.parse(answer.body),
      endpoint.path.split('/').findLast((part) => !part.startsWith(':')),
    )
  }
  return answer
}

/** One that is there, for the most part: of the thing that the path names before it. */
function pick(part: string, path: string): string {
  const thing = path.split(`/:${part}`)[0]!.split('/').at(-1)!
  const own = [...known.of(part), ...(part === 'id' ? known.of(`${thing} id`) : [])].map(String)
  const all = own.length > 0 ? own : known.ids()
  return all[Math.floor(Math.random() * all.length)] ?? 'x'
}
