import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { VERSION } from '@frontdesk/contract/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from './db/transaction.ts'
import { hashOfRecord, hashOfText } from './features/policies/acknowledgment-chain.ts'
import { insertAcknowledgments } from './features/policies/acknowledgments.queries.ts'
import { createMember, createPolicy } from './testing/factories.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
]
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => found!)

/** The part below a heading, to the next one of its level. */
function section(text: string, heading: string): string {
  const [, rest = ''] = text.split(`\n${heading}\n`)
  return rest.split(new RegExp(`\n${heading.split(' ')[0]} `))[0]!
}

describe.each(pages)('%s', (page) => {
  const text = read(page)

  test('leads nowhere that is not there', () => {
    const links = all(text, /\]\(([^)\s]+)\)/g).filter((link) => !/^https?:/.test(link))
    expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([])
  })

  test('names only files that are there', () => {
    // The tutorial adds contacts; they are not ours.
    const paths = all(text, /`((?:server|web|contract|scripts|e2e|bench)\/[\w./-]+)`/g)
    expect(
      paths.filter((path) => !path.includes('contact') && !existsSync(join(root, path))),
    ).toEqual([])
  })

  test('names only commands that are there', () => {
    const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)
    const used = all(text, /npm run (?:--silent )?([\w:-]+)/g)
    expect(used.filter((name) => !scripts.includes(name))).toEqual([])
    const given = all(text, /admin -- ([a-z-]+)/g)
    expect(given.filter((name) => !existsSync(join(root, `server/src/cli/${name}.ts`)))).toEqual([])
  })
})

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? join(root, page) : resolve(root, dirname(page), path)
  if (!existsSync(target)) return false
  if (anchor === undefined) return true
  const headings = all(readFileSync(target, 'utf8'), /^#+ (.+)$/gm)
  return headings.map(slugOf).includes(anchor)
}

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

test('every setting is described, and nothing else', () => {
  const variables = all(read('server/src/config.ts'), /^ {2}([A-Z][A-Z_]+): /gm)
  expect(variables.length).toBeGreaterThan(5)
  const described = all(section(read('docs/operating.md'), '## Every setting'), /^\| `([A-Z_]+)`/gm)
  expect(described.sort()).toEqual(variables.sort())
  const first = all(section(read('README.md'), '## Settings'), /`([A-Z_]{4,})`/g)
  expect(first.filter((name) => !variables.includes(name))).toEqual([])
})

test('the changelog knows this version', () => {
  expect(read('CHANGELOG.md')).toContain(`## [${VERSION}]`)
})

describe('evidence.md', () => {
  const text = read('docs/evidence.md')
  const example = (name: string) =>
    new RegExp(`<!-- example: ${name} -->\n\`\`\`\\w+\n([\\s\\S]*?)\n\`\`\``).exec(text)![1]!
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    server = await startTestServer()
    folder = mkdtempSync(join(tmpdir(), 'frontdesk-docs-'))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await server.stop()
  })

  test('its worked example is what the program computes', () => {
    const [title, content] = /'(.*)'/.exec(example('text'))![1]!.split('\\n') as [string, string]
    expect(text).toContain(`gives \`${hashOfText(title, content)}\``)
    const list = JSON.parse(/'(\[.*\])'/.exec(example('record'))![1]!) as unknown[]
    const values = Object.fromEntries(sealedFields.map((field, at) => [field, list[at + 1]]))
    const record = { form: list[0], ...values }
    expect(text).toContain(`gives \`${hashOfRecord(record as never)}\``)
  })

  test('its table lists what is sealed, in order', () => {
    const rows = all(section(text, '## What a record seals'), /^\| (`[^|]*) \|/gm)
    expect(rows.flatMap((row) => all(row, /`(\w+)`/g))).toEqual([
      ...sealedFields.slice(0, -1),
      'ceremony',
      ...sealedFields.slice(-1),
    ])
  })

  test('its script finds a chain intact, and a record that does not fit', async () => {
    const admin = await createMember(server)
    const api = server.api.as(admin)
    await sealInFirstForm(admin.id, (await createPolicy(api, { title: 'Of old' })).id)
    for (const title of ['Wire fraud', 'Showings “after dark”']) {
      const { id } = await createPolicy(api, { title })
      await api('POST /policies/:id/acknowledge', { params: { id } })
    }
    await signWithMore(api)
    const script = join(folder, 'check-chain.mjs')
    writeFileSync(script, example('script'))
    const run = () => promisify(execFile)(execPath, [script, server.url, admin.token])
    expect((await run()).stdout).toMatch(/^4 records fit; the last hash is [0-9a-f]{64}\n$/)
    await tamper()
    await expect(run()).rejects.toThrow('2 does not fit')
  })

  /** A policy that takes more than a press. */
  async function signWithMore(api: ReturnType<TestServer['api']['as']>): Promise<void> {
    const { id } = await createPolicy(api)
    const consent = 'I say “yes”.'
    const signing = { comparison: false, typed_name: false, identity: false, reading: true }
    await api('PUT /policies/:id/signing', { params: { id }, body: { ...signing, consent } })
    const ceremony = { consent, reading_seconds: 5, end_reached: true }
    await api('POST /policies/:id/acknowledge', { params: { id }, body: { ceremony } })
  }

  /** As the program did before November 2026. */
  async function sealInFirstForm(userId: string, policyId: string): Promise<void> {
    const record = {
      form: 'frontdesk-acknowledgment-1',
      sequence: 1,
      id: userId,
      policy_id: policyId,
      user_id: userId,
      version: 1,
      acknowledged_at: '2026-10-21T03:30:54.333Z',
      policy_title: 'Of old',
      person_name: 'Ada',
      person_email: 'ada@example.com',
      person_role: 'admin',
      content_sha256: hashOfText('Of old', 'Call the known number first.'),
      consent: 'Yes',
      sign_in_method: 'password',
      session_origin: null,
      session_id: userId,
      ip: '127.0.0.1',
      user_agent: '',
      ceremony: null,
      previous_hash: '0'.repeat(64),
    }
    const unsealed = new Set(['session_origin', 'ceremony', 'form'])
    const list = Object.entries(record).filter(([field]) => !unsealed.has(field))
    const sealed = JSON.stringify([record.form, ...list.map(([, value]) => value)])
    const hash = createHash('sha256').update(sealed).digest('hex')
    expect(hashOfRecord(record)).toBe(hash)
    await inTransaction(server.db, async (tx) => insertAcknowledgments(tx, [{ ...record, hash }]))
  }

  /** As the owner of the database can. */
  async function tamper(): Promise<void> {
    await sql`alter table policy_acknowledgments disable trigger user`.execute(server.db)
    await sql`update policy_acknowledgments set ip = '192.0.2.1' where sequence = 2`.execute(
      server.db,
    )
  }
})

/** Of a record of the second form. */
const sealedFields =
  'sequence id policy_id user_id version acknowledged_at policy_title person_name person_email person_role content_sha256 consent sign_in_method session_origin session_id ip user_agent previous_hash'.split(
    ' ',
  )
