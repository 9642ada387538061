import { Readable } from 'node:stream'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { EvidencePack } from '@frontdesk/contract/evidence-packs'
import { sql } from 'kysely'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verifyPack } from '../../../verifier/verify.ts'
import { openArchive, readEntry } from '../../../verifier/zip.ts'
import { sourceOf } from '../../../verifier/world.fixture.ts'
import { openFiles } from '../../platform/files.ts'
import { createMember, createPolicy, createTest, type Member } from '../../testing/factories.ts'
import { EVER } from '../../testing/patience.ts'
import { pictureForm, pictureOf } from '../../testing/pictures.ts'
import { createQuiz, rightAnswers } from '../../testing/quizzes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { rotateKey } from './checkpoints.actions.ts'
import { makePack } from './make-pack.actions.ts'
import { requeueForgottenPacks, tidyPacks } from './packs.actions.ts'
import { receiptOf } from './receipts.ts'

let server: TestServer
let admin: Member
let ana: Member
let ben: Member
let wire: string
let housing: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  ana = await createMember(server, { firstName: 'Ana', lastName: 'Whitfield' })
  ben = await createMember(server, { firstName: 'Benedikt', lastName: 'Okonkwo' })
  const api = server.api.as(admin)
  wire = (await createPolicy(api, { title: 'Wire fraud' })).id
  housing = (await createPolicy(api, { title: 'Fair housing' })).id
  await api('POST /policies/:id/assign', { params: { id: wire }, body: { everyone: true } })
  for (const person of [ana, ben]) await sign(person, wire)
  await api('PUT /policies/:id', {
    params: { id: wire },
    body: { title: 'Wire fraud', content: 'Call the known number twice. Then wait.' },
  })
  await sign(ben, wire)
  await sign(ana, housing)
  const quiz = await createTest(api)
  await server.api.as(ana)('POST /tests/:id/start', { params: { id: quiz.id } })
})
afterAll(async () => server.stop())

const sign = async (person: Member, id: string) =>
  server.api.as(person)('POST /policies/:id/acknowledge', { params: { id } })
const api = () => server.api.as(admin)
const find = async (id: string) => (await api()('GET /admin/evidence/:id', { params: { id } })).body

async function make(body: object = {}): Promise<EvidencePack> {
  const { id } = (await api()('POST /admin/evidence', { body })).body
  return vi.waitFor(async () => {
    const pack = await find(id)
    expect(['ready', 'failed']).toContain(pack.state)
    return pack
  }, EVER)
}

async function download({ id }: EvidencePack): Promise<Buffer> {
  const answer = await fetch(`${server.url}/api/v1/admin/evidence/${id}/file`, {
    headers: { Authorization: `Bearer ${admin.token}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toMatch(/filename="evidence-[\da-z-]+\.zip"/)
  return Buffer.from(await answer.arrayBuffer())
}

async function filesOf(bytes: Buffer): Promise<Map<string, Buffer>> {
  const source = sourceOf(bytes)
  const files = new Map<string, Buffer>()
  for (const [path, entry] of await openArchive(source)) {
    files.set(path, await buffer(readEntry(source, entry)))
  }
  return files
}

const rows = (file: Buffer | undefined) =>
  file!
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

async function wordsOf(pdf: Buffer): Promise<string> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await task.promise
  const words: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    words.push(...items.map((item) => ('str' in item ? item.str : '')))
  }
  await task.destroy()
  return words.join('').replaceAll(/\s+/g, ' ')
}

/** What each part of a page is, for who has it read aloud. */
async function rolesOf(pdf: Buffer): Promise<Set<string>> {
  interface Part {
    role?: string
    children?: object[]
  }
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await task.promise
  const roles = new Set<string>()
  const walk = (part: object) => {
    const { role, children = [] }: Part = part
    if (role) roles.add(role)
    for (const child of children) walk(child)
  }
  for (let number = 1; number <= document.numPages; number += 1) {
    walk((await (await document.getPage(number)).getStructTree()) ?? {})
  }
  await task.destroy()
  return roles
}

test('a pack about everything is accepted with the key of the portal and a receipt', async () => {
  const pack = await make()
  expect(pack).toMatchObject({ state: 'ready', records: 4, progress: 100, reason: null })
  const bytes = await download(pack)
  expect(bytes).toHaveLength(pack.file_size!)
  const receipt = (await receiptOf(server.db, 2))!
  const { key } = (await server.api('GET /evidence/key')).body
  const known = { key, receipts: [{ name: receipt.filename, text: receipt.content }] }
  const verdict = await verifyPack(sourceOf(bytes), known)
  expect(verdict.summary).toContain('copies outside of the operator’s hands agree')
  const files = await filesOf(bytes)
  expect(rows(files.get('texts.jsonl'))).toHaveLength(3)
  expect(rows(files.get('attempts.jsonl'))).toMatchObject([{ person_name: 'Ana Whitfield' }])
  expect(rows(files.get('audit.jsonl')).map(({ action }) => action)).toContain(
    'policy.acknowledged',
  )
  const words = await wordsOf(files.get('evidence.pdf')!)
  expect(words).toContain('What this pack establishes')
  expect(words).toContain('What it does not establish')
  expect(words).toContain('Benedikt Okonkwo')
  expect([...(await rolesOf(files.get('evidence.pdf')!))]).toEqual(
    expect.arrayContaining(['H1', 'H2', 'P']),
  )
  // Word by word, as what changed since the first version is marked.
  expect(words).toMatch(/Call the known number.*twice.*Then wait\./)
  expect(words).toContain('About whom: everybody.')
  expect(words).toContain('What is owed')
})

test('what is owed is told as of the moment that was asked for', async () => {
  const before = new Date().toISOString()
  const obligationsOf = async (body: object) =>
    rows((await filesOf(await download(await make(body)))).get('obligations.jsonl'))
  const now = await obligationsOf({ user_ids: [ana.id], item_ids: [wire] })
  expect(now.filter(({ state }) => state === 'open')).toMatchObject([
    { person_name: 'Ana Whitfield', item_title: 'Wire fraud', version: 2 },
  ])
  await sign(ana, wire)
  const later = await obligationsOf({ user_ids: [ana.id], item_ids: [wire] })
  expect(later.filter(({ state }) => state === 'open')).toEqual([])
  const then = await obligationsOf({ user_ids: [ana.id], item_ids: [wire], as_of: before })
  expect(then.filter(({ state }) => state === 'open')).toHaveLength(1)
})

test('a pack about one person names no other, in no file', async () => {
  await api()('POST /admin/users/:id/require-policy', {
    params: { id: ana.id },
    body: { policy_id: housing },
  }).catch(() => undefined)
  const pack = await make({ user_ids: [ana.id] })
  const bytes = await download(pack)
  expect((await verifyPack(sourceOf(bytes), {})).accepted).toBe(true)
  const files = await filesOf(bytes)
  const others = await server.db
    .selectFrom('users')
    .select(['id', 'name', 'first_name', 'last_name', 'email'])
    .where('id', '!=', ana.id)
    .execute()
  expect(others.length).toBeGreaterThan(1)
  const secrets = others.flatMap(({ id, name, last_name: last, email }) => [id, name, last, email])
  for (const [path, content] of files) {
    const text = path.endsWith('.pdf') ? await wordsOf(content) : content.toString('latin1')
    // Broker is a word of the texts about packs, too.
    const found = secrets.filter((secret) => secret !== 'Broker' && text.includes(secret))
    expect({ path, found }).toEqual({ path, found: [] })
  }
  const about = rows(files.get('audit.jsonl'))
  expect(about.some(({ actor_id: id }) => id === ana.id)).toBe(true)
})

test('a pack about one person has their certificate and nobody else’s', async () => {
  const [cleo, dan] = [
    await createMember(server, { firstName: 'Cleo', lastName: 'Hartwell' }),
    await createMember(server, { firstName: 'Dashiell', lastName: 'Quillfeather' }),
  ]
  const quiz = await createQuiz(server.db, { sections: [] })
  for (const person of [cleo, dan]) {
    const { body } = await server.api.as(person)('POST /trainings/:id/submit', {
      params: { id: quiz.trainingId },
      body: { answers: rightAnswers(quiz) },
    })
    expect(body.certificate_code).toEqual(expect.any(String))
  }
  const files = await filesOf(await download(await make({ user_ids: [cleo.id] })))
  for (const [path, content] of files) {
    const text = path.endsWith('.pdf') ? await wordsOf(content) : content.toString('latin1')
    expect({ path, named: text.includes('Quillfeather') }).toEqual({ path, named: false })
  }
  expect(rows(files.get('certificates.jsonl'))).toMatchObject([
    { user_id: cleo.id, person_name: 'Cleo Hartwell' },
  ])
})

test('days, people and items limit what is in it', async () => {
  const between = new Date().toISOString()
  await sign(ben, housing)
  const records = async (body: object) => {
    const pack = await make(body)
    const bytes = await download(pack)
    expect((await verifyPack(sourceOf(bytes), {})).accepted).toBe(true)
    return rows((await filesOf(bytes)).get('records.jsonl'))
  }
  expect(await records({ from: between })).toMatchObject([{ user_id: ben.id }])
  const before = await records({ to: between, item_ids: [housing] })
  expect(before).toMatchObject([{ user_id: ana.id, policy_id: housing }])
  expect(await records({ user_ids: [admin.id] })).toEqual([])
})

test('after a rotation the key of before still vouches for a pack', async () => {
  const { key } = (await server.api('GET /evidence/key')).body
  await rotateKey(server)
  const bytes = await download(await make())
  const { summary, findings } = await verifyPack(sourceOf(bytes), { key })
  expect(summary).toMatch(/^Accepted/)
  expect(findings.map(({ sentence }) => sentence)).toContain(
    'They are signed by the key that you gave.',
  )
})

test('what fails in another way is tried again, and given up after several tries', async () => {
  const { id } = await make()
  await setPack(id, {
    state: 'waiting',
    file_key: null,
    ready_at: null,
    ends_at: null,
    alive_at: null,
    tries: 0,
  })
  const broken = { ...store(), write: async () => Promise.reject(new Error('No disk')) }
  const signal = new AbortController().signal
  const services = { ...server, address: () => server.url }
  await expect(makePack(services, broken, { id, signal })).rejects.toThrow('No disk')
  // Beside it the job of the server itself might take it.
  const { tries } = await server.db
    .selectFrom('evidence_packs')
    .select('tries')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(tries).toBe(1)
  await api()('DELETE /admin/evidence/:id', { params: { id } })
})

test('what cannot be asked for is refused with a sentence', async () => {
  const refused = async (body: object) => {
    const answer = await api().raw('POST /admin/evidence', { body })
    return { status: answer.status, error: (answer.body as { error: string }).error }
  }
  const [early, late] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']
  expect(await refused({ from: late, to: early })).toEqual({
    status: 422,
    error: 'The end must be after the beginning',
  })
  expect(await refused({ as_of: '2999-01-01T00:00:00Z' })).toMatchObject({ status: 422 })
  expect(await refused({ user_ids: [wire] })).toMatchObject({ status: 422 })
  expect(await refused({ item_ids: [ana.id] })).toMatchObject({ status: 422 })
  expect(await refused({ user_ids: [] })).toMatchObject({ status: 422 })
})

const store = () => openFiles(server.config, 'evidence-packs')
const folder = () => join(server.config.dataDir, 'files', 'evidence-packs')
const setPack = async (id: string, set: object) =>
  server.db.updateTable('evidence_packs').set(set).where('id', '=', id).execute()

test('one that was taken back leaves nothing, and cannot be downloaded', async () => {
  const kept = await readdir(folder())
  const { id } = (await api()('POST /admin/evidence', { body: {} })).body
  await api()('DELETE /admin/evidence/:id', { params: { id } })
  expect((await api().raw('GET /admin/evidence/:id', { params: { id } })).status).toBe(404)
  // Whoever makes it finds out at its end, at the latest.
  await makePack({ ...server, address: () => server.url }, store(), {
    id,
    signal: new AbortController().signal,
  })
  await vi.waitFor(async () => expect(await readdir(folder())).toEqual(kept), EVER)
})

test('one whose server died is made by another, and is given up after several', async () => {
  const { id } = await make()
  const dead = {
    state: 'working',
    file_key: null,
    ready_at: null,
    ends_at: null,
    worker: ana.id,
  } as const
  await setPack(id, { ...dead, alive_at: sql`now() - interval '2 minutes'` })
  await requeueForgottenPacks(server.db)
  await vi.waitFor(async () => expect((await find(id)).state).toBe('ready'), EVER)
  await setPack(id, { ...dead, tries: 3, alive_at: sql`now() - interval '2 minutes'` })
  await requeueForgottenPacks(server.db)
  await vi.waitFor(
    async () =>
      expect(await find(id)).toMatchObject({
        state: 'failed',
        reason: 'It could not be made in several tries; the server’s log says why',
      }),
    EVER,
  )
})

test('one that somebody makes right now is left to them', async () => {
  const { id } = await make()
  await setPack(id, {
    state: 'working',
    file_key: null,
    ready_at: null,
    ends_at: null,
    worker: ana.id,
    alive_at: sql`now()`,
  })
  await makePack({ ...server, address: () => server.url }, store(), {
    id,
    signal: new AbortController().signal,
  })
  expect((await find(id)).state).toBe('working')
  await api()('DELETE /admin/evidence/:id', { params: { id } })
})

test('after 30 days a pack ends: its row stays, its file goes, and so does what a crash left', async () => {
  const pack = await make()
  const days = (Date.parse(pack.ends_at!) - Date.parse(pack.ready_at!)) / 86_400_000
  expect(days).toBe(30)
  const left = await store().write(Buffer.from('left'))
  const old = new Date(Date.now() - 7_200_000)
  await utimes(join(folder(), left.key), old, old)
  await setPack(pack.id, { ends_at: sql`now() - interval '1 second'` })
  const before = await readdir(folder())
  await tidyPacks(server.db, store())
  expect(await find(pack.id)).toMatchObject({ state: 'ended', records: pack.records })
  expect(before.length - (await readdir(folder())).length).toBe(2)
  const answer = await api().raw('GET /admin/evidence/:id/file', { params: { id: pack.id } })
  expect(answer.status).toBe(404)
})

test('a sixth is not begun while five are waited for', async () => {
  await server.db.deleteFrom('evidence_packs').execute()
  const row = (await make()).id
  for (let count = 0; count < 5; count += 1) {
    await sql`
      insert into evidence_packs (id, as_of, created_by, alive_at, state)
      select gen_random_uuid(), as_of, created_by, now(), 'working' from evidence_packs where id = ${row}
    `.execute(server.db)
  }
  const answer = await api().raw('POST /admin/evidence', { body: {} })
  expect(answer).toMatchObject({ status: 409, body: { code: 'too_many' } })
})

test('a pack has the pictures of its texts, as they were signed, and none of others', async () => {
  await server.db.deleteFrom('evidence_packs').execute()
  const upload = async (width: number) => {
    const body = pictureForm(await pictureOf(width, 30), { field: 'picture' })
    return (await api()('POST /pictures', { body })).body
  }
  const [shown, other] = [await upload(51), await upload(52)]
  const policyWith = async (path: string) =>
    (
      await createPolicy(api(), {
        title: `Keys ${path.slice(-12)}`,
        content: `So:\n\n![The box](${path})`,
      })
    ).id
  const [mine, theirs] = [await policyWith(shown.path), await policyWith(other.path)]
  for (const id of [mine, theirs]) await sign(ana, id)
  const bytes = await download(await make({ item_ids: [mine] }))
  const verdict = await verifyPack(sourceOf(bytes), {})
  expect(verdict.accepted).toBe(true)
  expect(verdict.findings.map(({ sentence }) => sentence)).toContain(
    'The one picture in these texts is the one that was signed with them.',
  )
  const files = await filesOf(bytes)
  const paths = [...files.keys()].filter((path) => path.startsWith('pictures/'))
  expect(paths).toEqual([`pictures/${shown.name}`])
  expect(files.get(paths[0]!)).toHaveLength(shown.size)

  // A file that got lost or is another is named, and comes back with the same picture.
  const textPictures = openFiles(server.config, 'text-pictures')
  const { storage_key: key } = await server.db
    .selectFrom('pictures')
    .select('storage_key')
    .where('name', '=', shown.name)
    .executeTakeFirstOrThrow()
  const spoil = [
    async () => textPictures.remove([key]),
    async () => textPictures.writeAs(key, Readable.from([Buffer.from('another')])),
  ]
  for (const harm of spoil) {
    await harm()
    expect(await make({ item_ids: [mine] })).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining(`The picture ${shown.name.slice(0, 12)}…`),
    })
    await upload(51)
    expect(await make({ item_ids: [mine] })).toMatchObject({ state: 'ready' })
  }
})
