import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../db/connect.ts'
import { makeCheckpoint } from '../features/evidence/checkpoints.actions.ts'
import { receiptOf } from '../features/evidence/receipts.ts'
import { timestampRequest } from '../features/evidence/timestamp.ts'
import { createMember, createPolicy } from '../testing/factories.ts'
import { rewriteHistory } from '../testing/rewrite-history.ts'
import { run } from '../testing/run-admin.ts'
import { TestKey } from '../../verifier/pack.fixture.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { createTimeAuthority, type TimeAuthority } from '../testing/time-authority.ts'

let authority: TimeAuthority
let folder: string
let server: TestServer
/** What people kept, by kind. */
let kept: Record<'receipt' | 'early' | 'checkpoint' | 'stamp' | 'cosigned', string>
const witness = new TestKey('accountant.example', 'cosignature')

beforeAll(() => {
  authority = createTimeAuthority()
})
afterAll(() => authority.remove())

/** A desk, and what people kept of it. */
async function open() {
  server = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-kept-'))
  const admin = await createMember(server)
  for (const title of ['Wire fraud', 'Showings', 'Open house', 'Keys']) {
    const { id } = await createPolicy(server.api.as(admin), { title })
    await server.api.as(admin)('POST /policies/:id/acknowledge', { params: { id } })
  }
  const { note } = await makeCheckpoint(server, 'asked')
  const digest = createHash('sha256').update(note).digest()
  const stamp = authority.answer(timestampRequest(digest, { nonce: Uint8Array.of(0x51, 2, 3) }))
  kept = {
    receipt: keep('receipt-4.json', (await receiptOf(server.db, 4))!.content),
    // Of a record that stays as it was: what it carries of the later ones tells.
    early: keep('receipt-1.json', (await receiptOf(server.db, 1))!.content),
    checkpoint: keep('checkpoint-1.note', note),
    stamp: keep('checkpoint-1.tsr', stamp),
    cosigned: keep('cosigned.note', `${note}${await witness.cosign(textOf(note))}\n`),
  }
  return async () => {
    rmSync(folder, { recursive: true })
    await server.stop()
  }
}

const textOf = (note: string) => note.slice(0, note.indexOf('\n\n') + 1)

function keep(name: string, content: string | Uint8Array): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

const verify = (...args: string[]) => run(['verify', ...args], server.connection)
/** Whoever rules the server has its key, too. */
const makeAnew = () => makeCheckpoint(server, 'asked')

const rename = (tx: Db) =>
  sql`update policy_acknowledgments set person_name = 'Eve' where sequence = 2`.execute(tx)
const cut = (tx: Db) => sql`delete from policy_acknowledgments where sequence = 4`.execute(tx)

describe('a desk that nobody tampered with', () => {
  beforeAll(open)

  test('with nobody’s hand in it, everything that was kept agrees', async () => {
    const { code, out } = await verify('--against', ...Object.values(kept))
    expect(code).toBe(0)
    expect(out).toContain('The checkpoints fit: 1, the newest covers 4 acknowledgments')
    const nothing = 'Nothing up to acknowledgment 4 was rewritten or cut off since'
    expect(out).toContain(`${kept.receipt}: ${nothing} this receipt was made`)
    expect(out).toContain(`${kept.checkpoint}: ${nothing} checkpoint 1 was signed, 20`)
    expect(out).toMatch(
      /cosigned\.note: Nothing .*Z\. A signature of accountant\.example on it was not checked: its key was not given\n/,
    )
    expect(out).toMatch(/checkpoint-1\.tsr: .* since checkpoint 1 was stamped, .* of Test Clock\n/)
    expect(out).not.toContain('Self-attested')
  })

  test('a witness’s signature on what was kept is checked where its key is given', async () => {
    const key = await witness.vkey()
    const { code, out } = await verify('--against', kept.cosigned, '--witness', key)
    expect(code).toBe(0)
    expect(out).toMatch(/The witness accountant\.example signed it on 2026-11-20T10:04:00.000Z\n/)
    const note = readFileSync(kept.checkpoint, 'utf8')
    const line = await witness.cosign(textOf(note).replace('\n4\n', '\n5\n'))
    const forged = keep('forged.note', `${note}${line}\n`)
    const found = await verify('--witness', key, '--against', forged)
    expect(found.code).toBe(1)
    expect(found.out).toContain(
      `${forged}: Checkpoint 1 is not as the witness accountant.example signed it: the note was changed, or the signature is forged\n`,
    )
    const wrong = await verify('--witness', 'accountant.example')
    expect([wrong.code, wrong.err]).toEqual([
      2,
      'That is no key of a witness: accountant.example\n',
    ])
  })

  test.each([
    [
      'a receipt that was changed',
      (text: string) => text.replace('Pat Doyle', 'Eve Doyle'),
      'receipt',
      'its parts don’t match its hash',
    ],
    ['no receipt at all', () => '{"format":"x"}', 'receipt', 'It is no receipt'],
    ['a text', () => 'Dear lawyer,\n', 'checkpoint', 'It is no signed note'],
  ] as const)('%s is refused', async (_what, change, kind, sentence) => {
    const original = kind === 'receipt' ? (await receiptOf(server.db, 4))!.content : ''
    const { code, err } = await verify('--against', keep('changed', change(original)))
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)])
  })

  test('a checkpoint of somebody else’s is not taken for a rewritten one', async () => {
    const other = await startTestServer()
    const { note } = await makeCheckpoint(other, 'asked')
    await other.stop()
    const forged = note.replace(/\n0\n/, '\n3\n')
    const { code, out } = await verify('--against', keep('other.note', forged))
    expect(code).toBe(1)
    expect(out).toContain('Or the checkpoint is none of this installation’s')
  })

  // The last: it tampers.
  test('a checkpoint that no longer fits its chain is named', async () => {
    await sql`alter table checkpoints disable trigger user`.execute(server.db)
    await sql`update checkpoints set note = replace(note, 'number 1', 'number 2')`.execute(
      server.db,
    )
    const { code, out } = await verify()
    expect(code).toBe(1)
    expect(out).toContain('Checkpoint 1 does not fit: its note says another number or size')
  })
})

describe('a history that its owner rewrote wholly', () => {
  beforeAll(async () => {
    const close = await open()
    await rewriteHistory(server.db, rename)
    await makeAnew()
    return close
  })

  test('is intact by itself, and said to be self-attested', async () => {
    const { code, out } = await verify()
    expect(code).toBe(0)
    expect(out).toContain('The chain is intact: 4 acknowledgments')
    expect(out).toContain('The checkpoints fit: 1')
    expect(out).toContain('Self-attested: nothing from outside was compared')
  })

  test.each([
    [
      'receipt',
      'The history was rewritten: acknowledgment 4 is another one now than in this receipt',
    ],
    [
      'early',
      'The history was rewritten: the 4 acknowledgments that checkpoint 1 covers are others now',
    ],
    [
      'checkpoint',
      'The history was rewritten: the 4 acknowledgments that checkpoint 1 covers are others now',
    ],
    [
      'cosigned',
      'The history was rewritten: the 4 acknowledgments that checkpoint 1 covers are others now',
    ],
    [
      'stamp',
      'The history was rewritten or cut off: the checkpoint that this time stamp was given for is not there',
    ],
  ] as const)('is seen by who kept a %s', async (kind, sentence) => {
    const { code, out } = await verify('--against', kept[kind])
    expect(code).toBe(1)
    expect(out).toContain(`${kept[kind]}: ${sentence}`)
  })
})

describe('a history whose end its owner cut off', () => {
  beforeAll(async () => {
    const close = await open()
    await rewriteHistory(server.db, cut)
    await makeAnew()
    return close
  })

  test('is intact by itself, and said to be self-attested', async () => {
    const { code, out } = await verify()
    expect(code).toBe(0)
    expect(out).toContain('The chain is intact: 3 acknowledgments')
    expect(out).toContain('Self-attested')
  })

  test.each([
    [
      'receipt',
      'The history was cut off: this receipt is of acknowledgment 4, and the chain ends with 3',
    ],
    [
      'early',
      'The history was cut off: checkpoint 1 covers 4 acknowledgments, and the chain has 3',
    ],
    [
      'checkpoint',
      'The history was cut off: checkpoint 1 covers 4 acknowledgments, and the chain has 3',
    ],
    [
      'cosigned',
      'The history was cut off: checkpoint 1 covers 4 acknowledgments, and the chain has 3',
    ],
    [
      'stamp',
      'The history was rewritten or cut off: the checkpoint that this time stamp was given for is not there',
    ],
  ] as const)('is seen by who kept a %s', async (kind, sentence) => {
    const { code, out } = await verify('--against', kept[kind])
    expect(code).toBe(1)
    expect(out).toContain(`${kept[kind]}: ${sentence}`)
  })
})
