import type { SearchType } from '@frontdesk/contract/search'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { startDatabaseProxy } from '../../testing/database-proxy.ts'
import { createMember, createPolicy, createProcess, type Member } from '../../testing/factories.ts'
import { scaled } from '../../testing/patience.ts'

let server: TestServer
let admin: Member
let agent: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, {
    firstName: 'Ada',
    lastName: 'Brooks',
    email: 'ada@harbor.example',
  })
  agent = await createMember(server, {
    firstName: 'Ben',
    lastName: 'Marsh',
    email: 'ben@harbor.example',
  })
})
afterAll(async () => server.stop())

const LIMIT_MS = 1000

async function found(
  type: SearchType,
  query: string,
  options: { as?: Member; on?: TestServer } = {},
) {
  const { as = agent, on = server } = options
  const { body } = await on.api.as(as)('GET /search', { query: { query } })
  return body[type].map(({ title }) => title)
}

/** Waits no longer than the promise of a second allows. */
async function soon(look: () => Promise<string[]>, expected: string[]): Promise<void> {
  await expect.poll(look, { timeout: scaled(LIMIT_MS), interval: 20 }).toEqual(expected)
}

test('an answer has a list for each type, and what is found says what it is', async () => {
  const policy = await createPolicy(server.api.as(admin), {
    title: 'Wire transfers',
    category: 'Money',
  })
  await soon(() => found('policies', 'wire transfers'), ['Wire transfers'])
  const { body } = await server.api.as(agent)('POST /search', {
    body: { query: ' WIRE  transfers ' },
  })
  expect(body).toEqual({
    users: [],
    policies: [
      { id: policy.id, type: 'policies', title: 'Wire transfers', subtitle: 'Money', score: 100 },
    ],
    processes: [],
    documents: [],
    trainings: [],
    tests: [],
  })
})

test('a blank query finds nothing, 200 letters work, and more than 500 are refused in words', async () => {
  const search = (query: string) => server.api.as(agent).raw('GET /search', { query: { query } })
  const nothing = {
    users: [],
    policies: [],
    processes: [],
    documents: [],
    trainings: [],
    tests: [],
  }
  for (const query of ['', '  \t\n ', '\u0301', '🏠'.repeat(200), 'a'.repeat(200), '%_\\*.+']) {
    expect(await search(query)).toMatchObject({ status: 200, body: nothing })
  }
  expect(await search('a'.repeat(501))).toMatchObject({
    status: 400,
    body: { error: 'Please keep this within 500 characters' },
  })
})

test('people are found by a mistyped name, an address and a role', async () => {
  expect(await found('users', 'brokos')).toEqual(['Ada Brooks'])
  expect(await found('users', 'ben@harbor')).toEqual(['Ben Marsh'])
  expect(await found('users', 'agent')).toEqual(['Ben Marsh'])
})

test('a phrase of a policy’s text and of a process’s step finds them, across lines', async () => {
  const api = server.api.as(admin)
  await createPolicy(api, {
    title: 'Gifts',
    content: 'Never accept\n\na **fruit basket** from a vendor.',
  })
  await createProcess(api, {
    title: 'Closing day',
    steps: [{ title: 'Fetch the lantern', description: 'By noon.' }],
  })
  await soon(() => found('policies', 'accept a **fruit'), ['Gifts'])
  await soon(() => found('processes', 'lantern by noon'), ['Closing day'])
  expect(await found('policies', 'fruut basket')).toEqual([])
})

test('words found in the title and in the text together find the item, and the passage is shown', async () => {
  const filler = 'Keep every receipt for the file. '.repeat(300)
  const content = `${filler}\n\nCall the **Éscrow officer** before any money moves.\n\n${filler}`
  await createPolicy(server.api.as(admin), { title: 'Moving money by telegraph', content })
  await createPolicy(server.api.as(admin), { title: 'Escrow', content: 'Telegraph nobody.' })
  const results = async (query: string) => {
    const { body } = await server.api.as(agent)('GET /search', { query: { query } })
    return body.policies.map(({ title, score, snippet }) => ({ title, score, snippet }))
  }
  const passage = expect.stringMatching(
    /^… .*receipt for the file\. Call the Éscrow officer before any money moves\. Keep .* …$/,
  )
  // Its title has the one word (80) and its text the other (48); the other way round it is 100 and 54, of which 69 count.
  await expect
    .poll(() => results('escrow telegraph'), { timeout: scaled(LIMIT_MS) })
    .toEqual([
      { title: 'Escrow', score: 69, snippet: 'Telegraph nobody.' },
      { title: 'Moving money by telegraph', score: 64, snippet: passage },
    ])
  expect(await results('escrow officer')).toEqual([
    { title: 'Moving money by telegraph', score: 48, snippet: passage },
  ])
  expect(await results('telegraph money')).toEqual([
    { title: 'Moving money by telegraph', score: 69, snippet: undefined },
  ])
  expect(await results('telegraph zebra')).toEqual([])
})

test.each(['inactive', 'pending'] as const)(
  'people who are %s are for admins only',
  async (status) => {
    const lastName = `Vole of ${status}`
    const { id } = await createMember(server, { firstName: 'Quentin', lastName })
    await soon(() => found('users', lastName), [`Quentin ${lastName}`])
    await server.db.updateTable('users').set({ status }).where('id', '=', id).execute()
    await soon(() => found('users', lastName), [])
    expect(await found('users', lastName, { as: admin })).toEqual([`Quentin ${lastName}`])
  },
)

test('processes that are not active are for admins only', async () => {
  await createProcess(server.api.as(admin), { title: 'Zeppelin tours', status: 'draft' })
  await createProcess(server.api.as(admin), { title: 'Zeppelin repairs', status: 'inactive' })
  const hidden = ['Zeppelin repairs', 'Zeppelin tours']
  await soon(() => found('processes', 'zeppelin', { as: admin }), hidden)
  expect(await found('processes', 'zeppelin')).toEqual([])
})

test('a manager finds no draft and nobody who is deactivated, an admin both', async () => {
  const manager = await createMember(server, { role: 'manager' })
  await createProcess(server.api.as(admin), { title: 'Xylophone tuning', status: 'draft' })
  const gone = await createMember(server, { firstName: 'Xylophone', lastName: 'Vane' })
  await server.db
    .updateTable('users')
    .set({ status: 'inactive' })
    .where('id', '=', gone.id)
    .execute()
  const both = async (as: Member) => [
    ...(await found('processes', 'xylophone', { as })),
    ...(await found('users', 'xylophone', { as })),
  ]
  await soon(() => both(admin), ['Xylophone tuning', 'Xylophone Vane'])
  await soon(() => both(manager), [])
  expect(await both(admin)).toEqual(['Xylophone tuning', 'Xylophone Vane'])
})

test('a limit counts for each type', async () => {
  const api = server.api.as(admin)
  for (const number of [1, 2, 3]) await createPolicy(api, { title: `Umbrella ${number}` })
  await soon(() => found('policies', 'umbrella'), ['Umbrella 1', 'Umbrella 2', 'Umbrella 3'])
  const { body } = await api('GET /search', { query: { query: 'umbrella', limit: 2 } })
  expect(body.policies.map(({ title }) => title)).toEqual(['Umbrella 1', 'Umbrella 2'])
  const tooMany = await api.raw('GET /search', { query: { query: 'umbrella', limit: 21 } })
  expect(tooMany.status).toBe(400)
})

test('what is saved, renamed, deleted and restored on one node is so on the other within a second', async () => {
  const other = await startTestServer({ connection: server.connection })
  try {
    const api = server.api.as(admin)
    const onOther = (query: string) => found('policies', query, { on: other })
    const { id } = await createPolicy(api, { title: 'Trombone practice' })
    await soon(() => onOther('trombone'), ['Trombone practice'])
    await api('PUT /policies/:id', {
      params: { id },
      body: { title: 'Tuba practice', content: 'Softly.' },
    })
    await soon(() => onOther('tuba practice'), ['Tuba practice'])
    expect(await onOther('trombone')).toEqual([])
    await api('DELETE /policies/:id', { params: { id } })
    await soon(() => onOther('tuba'), [])
    await api('POST /policies/:id/restore', { params: { id } })
    await soon(() => onOther('tuba'), ['Tuba practice'])
  } finally {
    await other.stop()
  }
})

test('after a refresh everything is read again, on every node, and what no server was told of is found', async () => {
  const other = await startTestServer({ connection: server.connection })
  try {
    await found('policies', 'a', { on: other })
    await changeUnannounced('Kettle', 'Drums')
    expect(await found('users', 'kettle')).toEqual([])
    await server.api.as(admin)('POST /search/refresh')
    expect(await found('users', 'kettle')).toEqual(['Kettle Drums'])
    await soon(() => found('users', 'kettle', { on: other }), ['Kettle Drums'])
  } finally {
    await other.stop()
  }
})

/** Renames the agent where no trigger sees it. */
async function changeUnannounced(firstName: string, lastName: string): Promise<void> {
  await server.db.transaction().execute(async (tx) => {
    await sql`alter table users disable trigger users_searchable`.execute(tx)
    await tx
      .updateTable('users')
      .set({ first_name: firstName, last_name: lastName })
      .where('id', '=', agent.id)
      .execute()
    await sql`alter table users enable trigger users_searchable`.execute(tx)
  })
}

test('a node that lost the database finds what it missed as soon as it is back', async () => {
  const proxy = await startDatabaseProxy(server.connection)
  const other = await startTestServer({ connection: proxy.connection })
  try {
    const onOther = async (query: string) => {
      const answer = await other.api.as(agent).raw('GET /search', { query: { query } })
      return answer.status === 200 ? JSON.stringify(answer.body).includes('Glockenspiel') : null
    }
    expect(await onOther('glockenspiel')).toBe(false)
    await proxy.cut()
    await createPolicy(server.api.as(admin), { title: 'Glockenspiel hours' })
    await proxy.heal()
    await expect.poll(() => onOther('glockenspiel')).toBe(true)
  } finally {
    await other.stop()
    await proxy.cut()
  }
})
