import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyPack } from '../verifier/verify.ts'
import { sourceOf } from '../verifier/world.fixture.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { requeueForgottenPacks } from '../src/features/evidence/packs.actions.ts'
import { createMember } from '../src/testing/factories.ts'
import { startTestServer, type TestServer } from '../src/testing/test-server.ts'
import { fillAcknowledgments } from './acknowledgments.ts'
import { fillEvidence } from './fill-evidence.ts'
import { fillPeople } from './fill-people.ts'
import { fillPolicies } from './fill-policies.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.stop())

test('the packs of the demo are made by the server’s own job, and the verifier takes them', async () => {
  const admin = await createMember(server, { role: 'admin' })
  await inTransaction(server.db, async (tx) => {
    const people = await fillPeople(tx, 'nobody signs in')
    await fillAcknowledgments(tx, people, await fillPolicies(tx, people, server.config))
    await fillEvidence(tx, people)
  })
  // As each minute does it.
  await sql`update evidence_packs set created_at = now() - interval '2 minutes'`.execute(server.db)
  await requeueForgottenPacks(server.db)
  const list = async () => (await server.api.as(admin)('GET /admin/evidence')).body
  await expect
    .poll(async () => (await list()).map(({ state }) => state))
    .toEqual(['ready', 'ready'])
  for (const { id, records, user_ids: people } of await list()) {
    const answer = await fetch(`${server.url}/api/v1/admin/evidence/${id}/file`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { summary, findings } = await verifyPack(sourceOf(bytes), {})
    expect(summary).toMatch(/^Accepted as self-attested/)
    expect(findings[1]!.sentence).toContain(`All ${records} acknowledgments`)
    expect(records).toBeGreaterThan(people ? 1 : 100)
  }
})
