import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { TestKey } from '../../../verifier/pack.fixture.ts'
import { type OwnKnowledge, verifyPack } from '../../../verifier/verify.ts'
import { sourceOf } from '../../../verifier/world.fixture.ts'
import type { Db } from '../../db/connect.ts'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { EVER } from '../../testing/patience.ts'
import { rewriteHistory } from '../../testing/rewrite-history.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createTimeAuthority } from '../../testing/time-authority.ts'
import { insertCosignature, insertToken } from './checkpoints.queries.ts'
import { makeCheckpoint } from './checkpoints.actions.ts'
import { receiptOf } from './receipts.ts'
import { timestampRequest, tokenOfResponse } from './timestamp.ts'

let server: TestServer
let admin: Member
/** What people kept of the desk as it was. */
let kept: { receipt: string; note: string; line: string; token: Uint8Array }
const witness = new TestKey('accountant.example', 'cosignature')
const authority = createTimeAuthority()
afterAll(() => authority.remove())

/** A desk whose records are of the day before, and what was kept of it. */
async function open() {
  server = await startTestServer()
  admin = await createMember(server)
  for (const title of ['Wire fraud', 'Showings', 'Open house', 'Keys']) {
    const { id } = await createPolicy(server.api.as(admin), { title })
    await server.api.as(admin)('POST /policies/:id/acknowledge', { params: { id } })
  }
  await rewriteHistory(server.db, async (tx) =>
    sql`update policy_acknowledgments set acknowledged_at = acknowledged_at - interval '1 day'`.execute(
      tx,
    ),
  )
  // The checkpoint in one would tell by itself.
  const receipt = (await receiptOf(server.db, 4))!.content
  const { note } = await makeCheckpoint(server, 'asked')
  const digest = createHash('sha256').update(note).digest()
  const request = timestampRequest(digest, { nonce: Uint8Array.of(0x51, 2, 3) })
  kept = {
    receipt,
    note,
    line: await witness.cosign(`${note.split('\n\n')[0]!}\n`),
    token: tokenOfResponse(authority.answer(request)),
  }
  return async () => server.stop()
}

/** The owner rewrites all of it and signs it anew. */
async function rewrite(forge: (tx: Db) => Promise<unknown>): Promise<void> {
  await rewriteHistory(server.db, forge)
  await makeCheckpoint(server, 'asked')
}

async function pack(): Promise<Buffer> {
  const api = server.api.as(admin)
  const { id } = (await api('POST /admin/evidence', { body: {} })).body
  await vi.waitFor(async () => {
    const { body } = await api('GET /admin/evidence/:id', { params: { id } })
    expect(body.state).toBe('ready')
  }, EVER)
  const answer = await fetch(`${server.url}/api/v1/admin/evidence/${id}/file`, {
    headers: { Authorization: `Bearer ${admin.token}` },
  })
  return Buffer.from(await answer.arrayBuffer())
}

const verdictOn = async (bytes: Buffer, known: OwnKnowledge = {}) =>
  (await verifyPack(sourceOf(bytes), known)).summary

describe.each([
  [
    'rewrote',
    async (tx: Db) =>
      sql`update policy_acknowledgments set person_name = 'Eve' where sequence = 2`.execute(tx),
    'tells of another record than the pack has there: the history was rewritten',
  ],
  [
    'cut off at its end',
    async (tx: Db) => sql`delete from policy_acknowledgments where sequence = 4`.execute(tx),
    'its end was cut off',
  ],
] as const)('a pack of a history that its owner %s', (_how, forge, ofReceipt) => {
  let bytes: Buffer
  beforeAll(async () => {
    const close = await open()
    await rewrite(forge)
    bytes = await pack()
    return close
  })

  test('is self-attested with nothing from outside, the key or not', async () => {
    expect(await verdictOn(bytes)).toMatch(/^Accepted as self-attested/)
    const { key } = (await server.api('GET /evidence/key')).body
    expect(await verdictOn(bytes, { key })).toMatch(/^Accepted as self-attested/)
  })

  test('is refused beside a receipt, a mailed checkpoint, and one that a witness signed', async () => {
    const file = (text: string) => [{ name: 'kept', text }]
    expect(await verdictOn(bytes, { receipts: file(kept.receipt) })).toContain(ofReceipt)
    const other = 'is not the one that the pack has under this number: the history was rewritten'
    expect(await verdictOn(bytes, { checkpoints: file(kept.note) })).toContain(other)
    const cosigned = file(`${kept.note}${kept.line}\n`)
    const witnesses = [await witness.vkey()]
    expect(await verdictOn(bytes, { checkpoints: cosigned, witnesses })).toContain(other)
  })

  test('is refused with a token or a witness’s line of before in it', async () => {
    const signedAt = new Date()
    const { line, token } = kept
    await insertCosignature(server.db, { number: 1, witness: witness.name, line, signedAt })
    expect(await verdictOn(await pack(), { witnesses: [await witness.vkey()] })).toContain(
      'did not sign checkpoint 1 as it is in the pack',
    )
    await insertToken(server.db, {
      number: 1,
      authority: 'Test Clock',
      token: Buffer.from(token),
      generatedAt: signedAt,
    })
    expect(await verdictOn(await pack())).toContain(
      'token of checkpoint 1 does not hold: it was given for something else',
    )
  })
})

describe('a pack of a history that nobody rewrote', () => {
  beforeAll(open)

  test('agrees with all of them', async () => {
    const root = `-----BEGIN CERTIFICATE-----\n${Buffer.from(authority.root).toString('base64')}\n-----END CERTIFICATE-----\n`
    const at = { number: 1, signedAt: new Date(), generatedAt: new Date() }
    await insertCosignature(server.db, { ...at, witness: witness.name, line: kept.line })
    await insertToken(server.db, {
      ...at,
      authority: 'Test Clock',
      token: Buffer.from(kept.token),
    })
    const file = (text: string) => [{ name: 'kept', text }]
    const verdict = await verdictOn(await pack(), {
      key: (await server.api('GET /evidence/key')).body.key,
      receipts: file(kept.receipt),
      checkpoints: file(kept.note),
      witnesses: [await witness.vkey()],
      authorities: file(root),
    })
    expect(verdict).toMatch(/^Accepted: .* agree with it\.$/)
  })
})
