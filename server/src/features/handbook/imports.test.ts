import { readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { documentForm } from '../../testing/documents.ts'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { bringIn } from '../../testing/imports.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { openFiles } from '../../platform/files.ts'
import { EVER } from '../../testing/patience.ts'
import { removeOrphanImports } from './imports.actions.ts'

let server: TestServer
let admin: Member
let other: Member
let agent: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { firstName: 'Ada', lastName: 'Broker' })
  other = await createMember(server, { role: 'admin' })
  agent = await createMember(server, { role: 'agent' })
})
afterAll(async () => server.stop())

const api = () => server.api.as(admin)

const TEXT = '# Hours\n\nNine to five.\n\n# Leave\n\n## Vacation\n\nTwenty days.\n'
const HOURS = { title: 'Hours', from: TEXT.indexOf('\n\nNine'), to: TEXT.indexOf('# Leave') }
const LEAVE = {
  title: 'Leave',
  category: 'People',
  from: TEXT.indexOf('## Vac'),
  to: TEXT.trim().length,
}

const bring = async (name = 'rules.md', content = TEXT) =>
  bringIn(api(), name, Buffer.from(content))
const keep = async (id: string, parts: (typeof HOURS)[]) =>
  api().raw('POST /imports/:id/keep', { params: { id }, body: { parts } })
const titlesOfDrafts = async () =>
  (await api()('GET /drafts')).body.map(({ title }) => title).toSorted()
const folder = () => join(server.config.dataDir, 'files', 'imports')

describe('keeping', () => {
  test('makes a draft of each part, which names the file, and so does the policy that it becomes', async () => {
    const made = await bring()
    const { status, body } = await keep(made.id, [HOURS, LEAVE])
    expect(status).toBe(201)
    const [hours = '', leave = ''] = (body as { draft_ids: string[] }).draft_ids
    const drafts = await Promise.all(
      [hours, leave].map(async (id) => (await api()('GET /drafts/:id', { params: { id } })).body),
    )
    expect(drafts.map(({ body: draft }) => draft)).toEqual([
      { title: 'Hours', category: null, content: 'Nine to five.' },
      // Its highest heading becomes the first level.
      { title: 'Leave', category: 'People', content: '# Vacation\n\nTwenty days.' },
    ])
    const of = { draft_id: hours }
    const origin = { id: made.id, file_name: 'rules.md', sha256: made.sha256, drafts_count: 2 }
    expect((await api()('GET /imports', { query: of })).body).toMatchObject([origin])

    const published = await api()('POST /drafts/:id/publish', { params: { id: hours }, body: {} })
    const { item_id: policy } = published.body
    expect((await api()('GET /imports', { query: { policy_id: policy } })).body).toMatchObject([
      { ...origin, drafts_count: 1, policies_count: 1, state: 'kept' },
    ])
    // What is changed by another draft later comes from the same file still.
    const again = await api()('POST /drafts', {
      body: { kind: 'policy', item_id: policy, body: { title: 'Hours', content: 'Eight.' } },
    })
    await api()('POST /drafts/:id/publish', { params: { id: again.body.id }, body: {} })
    expect((await api()('GET /imports', { query: { policy_id: policy } })).body).toHaveLength(1)
    const written = await createPolicy(api())
    expect((await api()('GET /imports', { query: { policy_id: written.id } })).body).toEqual([])
    const answer = await fetch(`${server.url}/api/v1/imports/${made.id}/file`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    })
    expect(await answer.text()).toBe(TEXT)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="rules\.md"/)
  })

  test('is for once: not while it is read, and not again', async () => {
    const made = await bring()
    await server.db
      .updateTable('imports')
      .set({ state: 'waiting', markdown: '', plain: '' })
      .where('id', '=', made.id)
      .execute()
    expect(await keep(made.id, [HOURS])).toMatchObject({
      status: 409,
      body: { code: 'not_ready', error: 'This file has not been read yet' },
    })
    await server.db
      .updateTable('imports')
      .set({ state: 'ready', markdown: TEXT })
      .where('id', '=', made.id)
      .execute()
    const both = await Promise.all([keep(made.id, [HOURS]), keep(made.id, [HOURS])])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const params = { id: made.id }
    expect(await api().raw('DELETE /imports/:id', { params })).toMatchObject({
      status: 409,
      body: { code: 'kept' },
    })
    expect((await api()('GET /imports/:id', { params })).body).toMatchObject({
      state: 'kept',
      markdown: '',
      plain: '',
    })
  })

  test('leaves bold lines what they were where they are said to be no headings', async () => {
    const content = await readFile(new URL('fixtures/no-styles.docx', import.meta.url))
    const { id, markdown, bold_headings: starts } = await bringIn(api(), 'manual.docx', content)
    expect(starts.map((start) => markdown.slice(start, markdown.indexOf('\n', start)))).toEqual([
      '# Office Manual',
      '## Opening the office',
      expect.stringMatching(/^## /),
      '## Visitors',
    ])
    // What was never a bold line stays what it is.
    const bold_lines = [starts[0]!, starts[1]!, starts[1]! + 1]
    const part = { title: 'Manual', from: 0, to: markdown.length }
    const { status, body } = await api().raw('POST /imports/:id/keep', {
      params: { id },
      body: { parts: [part], bold_lines },
    })
    expect(status).toBe(201)
    const [draft = ''] = (body as { draft_ids: string[] }).draft_ids
    const { body: kept } = await api()('GET /drafts/:id', { params: { id: draft } })
    const { content: text } = kept.body as { content: string }
    expect(text).toContain('**Office Manual**\n\nThis manual grew')
    expect(text).toContain('\n**Opening the office**\n\n')
    // The highest that is left is the first level.
    expect(text).toContain('\n# Visitors\n\n')
    expect(text).not.toContain('##')
    expect((await api()('GET /imports/:id', { params: { id } })).body.bold_headings).toEqual([])
  })

  test('is all or nothing', async () => {
    const before = await titlesOfDrafts()
    const long = await bring('long.md', `# Short\n\nFine.\n\n# Long\n\n${'word '.repeat(60_000)}`)
    const short = { title: 'Short', from: 9, to: 15 }
    const refused: [object, string][] = [
      [{ title: 'Long', from: 0, to: 300_000 }, 'too_long'],
      [{ title: 'Beyond', from: 0, to: 9_000_000 }, 'not_of_this_text'],
      [{ title: 'Backwards', from: 9, to: 3 }, 'not_of_this_text'],
    ]
    for (const [part, code] of refused) {
      const answer = await keep(long.id, [short, part as typeof HOURS])
      expect(answer).toMatchObject({ status: 422, body: { code } })
    }
    expect((await keep(long.id, [{ ...short, title: ' ' }])).status).toBe(422)
    expect((await keep(long.id, [])).status).toBe(422)
    expect(await titlesOfDrafts()).toEqual(before)
    expect((await api()('GET /imports/:id', { params: { id: long.id } })).body.state).toBe('ready')
    expect((await keep(long.id, [short])).status).toBe(201)
  })

  test('is written down: the file, its sum, and how many drafts', async () => {
    const made = await bring('audited.md')
    const answer = await keep(made.id, [HOURS, LEAVE])
    const { body } = await api()('GET /admin/audit', { query: { limit: 10 } })
    const lines = body.map(({ action, details }) => [action, details])
    expect(lines.slice(0, 2)).toEqual([
      ['import.kept', { drafts: 2, sha256: made.sha256, ...(answer.body as object) }],
      ['import.created', { file_size: TEXT.length, sha256: made.sha256 }],
    ])
  })
})

describe('a file', () => {
  test('is every admin’s, and nobody else’s', async () => {
    const { id } = await bring()
    const params = { id }
    expect((await server.api.as(other)('GET /imports/:id', { params })).body.markdown).toBe(
      TEXT.trim(),
    )
    for (const call of ['GET /imports', 'GET /imports/:id', 'GET /imports/:id/file'] as const) {
      expect((await server.api.as(agent).raw(call, { params })).status).toBe(403)
    }
    expect((await server.api.as(agent).raw('POST /imports', { body: documentForm() })).status).toBe(
      403,
    )
  })

  test('that is taken back while it is read is gone at once, and reading it ends', async () => {
    const before = await readdir(folder())
    const page = `<html>${'<p>Some <b>words</b> to read.'.repeat(120_000)}`
    const { body } = await api()('POST /imports', {
      body: documentForm({ name: 'long.html', content: Buffer.from(page) }),
    })
    const params = { id: body.id }
    await vi.waitFor(async () => {
      const row = await server.db
        .selectFrom('imports')
        .select('tries')
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      expect(row.tries).toBe(1)
    }, EVER)
    expect((await api().raw('DELETE /imports/:id', { params })).status).toBe(204)
    expect(await readdir(folder())).toEqual(before)
    expect((await api().raw('GET /imports/:id', { params })).status).toBe(404)
    expect((await api().raw('DELETE /imports/:id', { params })).status).toBe(404)
    await vi.waitFor(async () => expect(await openJobs()).toBe(0), EVER)
  })

  test('that ended the server three times is not read again', async () => {
    const { id } = await bring()
    await server.db
      .updateTable('imports')
      .set({ state: 'waiting', markdown: '', plain: '', tries: 3 })
      .where('id', '=', id)
      .execute()
    await forget(id, '31 minutes')
    await sweep()
    await vi.waitFor(async () => {
      const { body } = await api()('GET /imports/:id', { params: { id } })
      expect(body).toMatchObject({ state: 'failed', reason: 'Reading it ended the server' })
    }, EVER)
  })
})

const sweep = async () => removeOrphanImports(server.db, openFiles(server.config, 'imports'))

async function openJobs(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where task_identifier = 'read_import'
  `.execute(server.db)
  return rows[0]!.count
}

const forget = async (id: string, age: string) =>
  server.db
    .updateTable('imports')
    .set({ created_at: sql`now() - ${age}::interval` })
    .where('id', '=', id)
    .execute()

describe('the sweep', () => {
  test('removes what was not kept within a day with its file, and leaves what was', async () => {
    const keptOne = await bring('kept.md')
    await keep(keptOne.id, [HOURS])
    const fresh = await bring('fresh.md')
    const old = await bring('old.md')
    await forget(keptOne.id, '25 hours')
    await forget(old.id, '25 hours')
    await forget(fresh.id, '23 hours')
    const before = await readdir(folder())
    await sweep()
    expect((await readdir(folder())).length).toBe(before.length - 1)
    const status = async (id: string) =>
      (await api().raw('GET /imports/:id', { params: { id } })).status
    expect(await Promise.all([keptOne, fresh, old].map(async ({ id }) => status(id)))).toEqual([
      200, 200, 404,
    ])
    const key = await keyOf(keptOne.id)
    expect(await readFile(join(folder(), key), 'utf8')).toBe(TEXT)
  })

  test('removes a file that a crash left without a row, and no other', async () => {
    const { id } = await bring()
    const kept = await keyOf(id)
    const orphan = await openFiles(server.config, 'imports').write(Buffer.from('left'))
    const long = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000)
    for (const key of [kept, orphan.key]) await utimes(join(folder(), key), long, long)
    await sweep()
    const there = await readdir(folder())
    expect([there.includes(kept), there.includes(orphan.key)]).toEqual([true, false])
  })

  test('has read what waits without a job, as after a restore', async () => {
    const { id } = await bring()
    await server.db
      .updateTable('imports')
      .set({ state: 'waiting', markdown: '', plain: '' })
      .where('id', '=', id)
      .execute()
    await sweep()
    expect(await openJobs()).toBe(0)
    await forget(id, '31 minutes')
    await sweep()
    await vi.waitFor(async () => {
      const { body } = await api()('GET /imports/:id', { params: { id } })
      expect(body).toMatchObject({ state: 'ready', markdown: TEXT.trim() })
    }, EVER)
  })
})

async function keyOf(id: string): Promise<string> {
  const row = await server.db
    .selectFrom('imports')
    .select('file_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.file_key
}
