import { allEndpoints, type Api } from '@frontdesk/contract/all'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guessesFor } from '../features/accounts/password-guesses.ts'
import { exampleCalls } from '../testing/example-calls.ts'
import { createWorld, type World } from '../testing/examples/world.ts'
import { tookTooLong } from '../testing/patience.ts'
import { inputsOf, Known, mutated, variedFrom } from '../testing/generated-inputs.ts'
import { callAsAdmin } from '../testing/hostile.ts'

/** Of each kind; `npm run drill -- bodies` sends more. */
const RUNS = 1
const LONGEST_MS = 1000
const known = new Known()
let world: World

beforeAll(async () => {
  world = await createWorld()
  // Its lists take a while to load: whichever call came first would pay for them.
  await guessesFor('nobody uses this one')
})
afterAll(async () => world.server.stop())

const withBody = allEndpoints
  .filter(({ body }) => body)
  .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}` as keyof Api, endpoint }))

test.each(withBody)('$name takes generated bodies, or refuses them', async ({ name, endpoint }) => {
  await world.server.db.deleteFrom('rate_limits').execute()
  const { body: example } = await exampleCalls[name].input(world)
  known.learn(example)
  const inputs = inputsOf(endpoint.body!, known)
  const valid = fc.oneof(inputs, variedFrom(example, inputs))
  const sample = { seed: fc.hash(name), numRuns: RUNS }
  const faults: object[] = []
  for (const input of [...fc.sample(valid, sample), ...fc.sample(mutated(valid, known), sample)]) {
    const { params, headers } = await exampleCalls[name].input(world)
    const call = { params, headers, body: JSON.stringify(input) }
    const answer = await callAsAdmin(world, endpoint, call)
    if (answer.status >= 500 || tookTooLong(answer.ms, LONGEST_MS)) faults.push({ input, answer })
  }
  expect(faults).toEqual([])
})

test('most of what is generated is accepted by the schema it is made from, and little of what is mutated', () => {
  const counts = { valid: 0, mutated: 0, all: 0 }
  for (const { endpoint } of withBody) {
    const inputs = inputsOf(endpoint.body!, known)
    const isTaken = (input: unknown) =>
      (endpoint.body as unknown as ZodLike).safeParse(input).success
    const sample = { seed: 18, numRuns: 20 }
    counts.valid += fc.sample(inputs, sample).filter(isTaken).length
    counts.mutated += fc.sample(mutated(inputs, known), sample).filter(isTaken).length
    counts.all += 20
  }
  expect(counts.valid / counts.all).toBeGreaterThan(0.5)
  expect(counts.mutated / counts.all).toBeLessThan(0.5)
})

interface ZodLike {
  safeParse(input: unknown): { success: boolean }
}
