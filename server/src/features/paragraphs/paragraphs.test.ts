import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { findParagraph, listParagraphs } from './paragraphs.actions.ts'
import { blocksOfText, nameParagraphs, type Paragraph } from './paragraphs.ts'
import { insertVersion } from '../policies/policies.queries.ts'

/** The versions of a text, each with its paragraphs. */
function namedVersions(...texts: string[]): Paragraph[][] {
  const versions: Paragraph[][] = []
  for (const text of texts) {
    const earlier = versions.toReversed().flat()
    versions.push(nameParagraphs(blocksOfText(text), versions.at(-1) ?? [], earlier))
  }
  return versions
}

/** The anchor of the block that begins so. */
const anchorOf = (paragraphs: Paragraph[] | undefined, beginning: string) =>
  paragraphs!.find(({ text }) => text.startsWith(beginning))?.anchor

describe('the blocks of a text', () => {
  it('are headings, paragraphs, each item of a list, quotations, tables and code', () => {
    const text = `# Keys

They stay
in the box.

- the box
- the drawer
  1. left
- [ ] the rest

> So it is.

| a | b |
|---|---|
| 1 | 2 |

<div>not a block</div>

---

\`\`\`
code
\`\`\`
`
    expect(blocksOfText(text).map(({ kind, text: words }) => [kind, words])).toEqual([
      ['heading', '# Keys'],
      ['paragraph', 'They stay\nin the box.'],
      ['item', 'the box'],
      ['item', 'the drawer'],
      ['item', 'left'],
      ['item', '[ ] the rest'],
      ['quote', '> So it is.'],
      ['table', '| a | b |\n|---|---|\n| 1 | 2 |'],
      ['code', '```\ncode\n```'],
    ])
  })

  it('are one where lists or quotations are in one another without an end', () => {
    for (const mark of ['>', '> ', '- ', '1. ']) {
      expect(blocksOfText(`Before.\n\n${mark.repeat(60_000)}x`)).toHaveLength(1)
    }
  })

  it('are one where there are more than anybody could point to', () => {
    expect(blocksOfText('a\n\n'.repeat(10_000))).toHaveLength(10_000)
    expect(blocksOfText('a\n\n'.repeat(10_001))).toHaveLength(1)
  })

  it('are many where a rule is long', () => {
    for (const mark of ['-', '*', '- ', '_']) {
      const rule = mark.repeat(80)
      expect(blocksOfText(`One.\n\n${rule}\n\nTwo.`)).toHaveLength(2)
    }
  })
})

describe('an anchor', () => {
  it('stays where words change, where others come before it, and where its paragraph moves', () => {
    const [first, second, third] = namedVersions(
      'Keys are kept in the box.\n\nEach loss is told to the broker on the same day.',
      'A new first one about something else.\n\nKeys are kept in the steel box.\n\nEach loss is told to the broker on the same day.',
      'Each loss is told to the broker on the same day.\n\nKeys are kept in the steel box.',
    )
    const keys = anchorOf(first, 'Keys')
    expect(keys).toMatch(/^p-[0-9a-f]{10}$/)
    expect(anchorOf(second, 'Keys')).toBe(keys)
    expect(anchorOf(third, 'Keys')).toBe(keys)
    expect(anchorOf(second, 'Each loss')).toBe(anchorOf(first, 'Each loss'))
    expect(anchorOf(third, 'Each loss')).toBe(anchorOf(first, 'Each loss'))
  })

  it('goes with its paragraph, and never to other words in its place', () => {
    const [first, second] = namedVersions(
      'Keys are kept in the box.',
      'Wire instructions are confirmed by telephone.',
    )
    expect(second![0]!.anchor).not.toBe(first![0]!.anchor)
  })

  it('tells equal paragraphs apart by their order', () => {
    const [first, second] = namedVersions('# A\n\nSame.\n\n# B\n\nSame.', '# B\n\nSame.')
    expect(new Set(first!.map(({ anchor }) => anchor)).size).toBe(4)
    expect(second!.map(({ anchor }) => anchor)).toEqual(first!.slice(2).map(({ anchor }) => anchor))
  })

  it('is the old one again where the old words come back', () => {
    const [first, , third, , fifth] = namedVersions(
      'Keys are kept in the box.\n\nSecond.',
      'Keys, all of them, are always kept in the box.\n\nSecond.',
      'Keys are kept in the box.\n\nSecond.',
      'Second.',
      'Keys are kept in the box.\n\nSecond.',
    )
    expect(anchorOf(third, 'Keys')).toBe(anchorOf(first, 'Keys'))
    expect(anchorOf(fifth, 'Keys')).toBe(anchorOf(first, 'Keys'))
  })

  it('goes to the more alike of two', () => {
    const [first, second] = namedVersions(
      'Keys of listings are kept in the box at the front desk.',
      'Keys of cars are kept in the box by the door.\n\nKeys of listings are kept in the box at the back desk.',
    )
    expect(anchorOf(second, 'Keys of listings')).toBe(anchorOf(first, 'Keys'))
    expect(anchorOf(second, 'Keys of cars')).not.toBe(anchorOf(first, 'Keys'))
  })

  it('stays with a heading of one or two words of which a letter changes', () => {
    const [first, second] = namedVersions('# Clear desk', '# Clear desks')
    expect(second![0]!.anchor).toBe(first![0]!.anchor)
  })

  it('is there once in each version, in random histories', () => {
    const words = ['keys', 'box', 'broker', 'desk', 'wire', 'call', 'always', 'never']
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const sentence = () => Array.from({ length: 1 + random(5) }, () => words[random(8)]).join(' ')
    let text = Array.from({ length: 12 }, sentence)
    const texts = Array.from({ length: 60 }, () => {
      text = text.flatMap(
        (line) => [[line], [line], [line, sentence()], [sentence()], []][random(5)]!,
      )
      if (text.length === 0) text = [sentence()]
      return text.slice(0, 40).join('\n\n')
    })
    for (const paragraphs of namedVersions(...texts)) {
      const anchors = new Set(paragraphs.map(({ anchor }) => anchor))
      expect(anchors.size).toBe(paragraphs.length)
    }
  })

  it('is given soon in the longest texts', () => {
    const long = (word: string) => `${word} a\n\n`.repeat(9999)
    const [first, second] = namedVersions(long('x'), `y\n\n${long('z')}`)
    expect(first).toHaveLength(9999)
    expect(second).toHaveLength(10_000)
  })
})

let server: TestServer
let admin: Member
let agent: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  agent = await createMember(server)
})
afterAll(async () => server.stop())

const FIRST = '# Keys\n\nKeys are kept in the box.\n\nA lost key is told to the broker at once.'
const SECOND = '# Keys\n\nKeys are kept in the steel box.'

async function policyOfTwoVersions() {
  const api = server.api.as(admin)
  const policy = await createPolicy(api, { content: FIRST })
  const params = { id: policy.id }
  const { body: before } = await api('GET /policies/:id/paragraphs', { params })
  await api('PUT /policies/:id', { params, body: { title: policy.title, content: SECOND } })
  return { params, before }
}

test('a reader sees the names of the version that they read, and where a lost one was', async () => {
  const { params, before } = await policyOfTwoVersions()
  const mine = server.api.as(agent)
  const now = await mine('GET /policies/:id/paragraphs', { params })
  expect(now.body).toEqual(before.slice(0, 2))
  const old = await mine('GET /policies/:id/paragraphs', { params, query: { version: 1 } })
  expect(old.body).toEqual(before)

  const find = async (anchor: string, version?: number) =>
    mine('GET /policies/:id/paragraphs/:anchor', {
      params: { ...params, anchor },
      query: version === undefined ? {} : { version },
    })
  const kept = before[1]!.anchor
  expect((await find(kept)).body).toMatchObject({
    version: 2,
    current: true,
    text: 'Keys are kept in the steel box.',
  })
  expect((await find(kept, 1)).body).toMatchObject({
    version: 1,
    current: false,
    text: 'Keys are kept in the box.',
  })
  const lost = before[2]!.anchor
  expect((await find(lost)).body).toMatchObject({ version: 1, current: false })
  expect((await find(lost, 2)).status).toBe(404)
  expect((await find('p-0000000000')).status).toBe(404)
})

test('of a deleted policy only admins see them', async () => {
  const { params, before } = await policyOfTwoVersions()
  await server.api.as(admin)('DELETE /policies/:id', { params })
  const call = { params: { ...params, anchor: before[0]!.anchor } }
  expect((await server.api.as(agent)('GET /policies/:id/paragraphs', { params })).status).toBe(404)
  const refused = await server.api.as(agent)('GET /policies/:id/paragraphs/:anchor', call)
  expect(refused.status).toBe(404)
  const shown = await server.api.as(admin)('GET /policies/:id/paragraphs/:anchor', call)
  expect(shown.body).toMatchObject({ version: 2 })
})

test('versions of before have the same names read as stored, and their text stays as signed', async () => {
  const { params } = await policyOfTwoVersions()
  const versionsOf = async () =>
    (await server.api.as(admin)('GET /policies/:id/versions', { params })).body
  const signed = await versionsOf()
  // A version as an older server adds it: without its paragraphs.
  const content = `${SECOND}\n\nA lost key is told to the broker at once.`
  await insertVersion(server.db, {
    policyId: params.id,
    version: 3,
    title: 'Of an older server',
    content,
    contentSha256: '00'.repeat(32),
    material: false,
    createdBy: admin.id,
  })
  await server.db
    .updateTable('policies')
    .set({ current_version: 3 })
    .where('id', '=', params.id)
    .execute()
  const read = await listParagraphs(server.db, params.id, 3)
  expect(read).toHaveLength(3)
  const found = await findParagraph(server.db, { policyId: params.id, anchor: read[2]!.anchor })
  expect(found).toMatchObject({ version: 3, current: true })

  await server.api.as(admin)('PUT /policies/:id', {
    params,
    body: { title: 'Next', content: FIRST },
  })
  expect(await listParagraphs(server.db, params.id, 3)).toEqual(read)
  const stored = await server.db
    .selectFrom('policy_paragraphs')
    .select('version')
    .distinct()
    .where('policy_id', '=', params.id)
    .orderBy('version')
    .execute()
  expect(stored.map(({ version }) => version)).toEqual([1, 2, 3, 4])
  expect((await versionsOf()).slice(2)).toEqual(signed)
})
