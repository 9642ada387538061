import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createPolicy, type Member } from '../../testing/factories.ts'
import { mailsTo } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { hashOfRecord, hashOfText, type SealedRecord } from '../policies/acknowledgment-chain.ts'
import { makeCheckpoint } from './checkpoints.actions.ts'
import { queueReceipts } from './queue-receipts.actions.ts'

let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())

const queue = () => queueReceipts(server.db)

async function acknowledge(person: Member, title = 'Wire fraud') {
  const { id } = await createPolicy(server.api.as(admin), { title })
  const { body } = await server.api.as(person)('POST /policies/:id/acknowledge', { params: { id } })
  return body
}

interface Receipt {
  format: string
  record: SealedRecord & { hash: string }
  text: { title: string; content: string }
  key: string
  checkpoint: string | null
}

async function newestReceiptOf(person: Member, count: number) {
  const mail = (await mailsTo(server, person.email, count)).at(-1)!
  const [file] = mail.attachments
  const content = new TextDecoder().decode(file!.content as ArrayBuffer)
  return { mail, file, receipt: JSON.parse(content) as Receipt }
}

test('who acknowledges gets what they signed, whatever they chose for notifications', async () => {
  const person = await createMember(server, { firstName: 'Ben', lastName: 'Agent' })
  const made = await acknowledge(person, 'Kaution – “für alle”')
  await queue()
  const { mail, file, receipt } = await newestReceiptOf(person, 1)
  expect(mail.subject).toBe('Your receipt: Kaution – “für alle”, version 1')
  expect(mail.text).toContain(`Record ${made.sequence}, with the hash ${made.hash}.`)
  expect(file).toMatchObject({
    filename: `receipt-${made.sequence}.json`,
    mimeType: 'application/json',
  })
  expect(receipt.format).toBe('frontdesk-receipt-1')
  expect(receipt.record.hash).toBe(made.hash)
  expect(hashOfRecord(receipt.record)).toBe(made.hash)
  const { title, content } = receipt.text
  expect(hashOfText(title, content)).toBe(receipt.record.content_sha256)
  expect(receipt.checkpoint).toBeNull()
  expect(receipt.key).toBe((await server.api('GET /evidence/key')).body.key)

  const { note } = await makeCheckpoint(server, 'asked')
  await acknowledge(person)
  await queue()
  const next = await newestReceiptOf(person, 2)
  expect(next.receipt.checkpoint).toBe(note)
})

test('each record gets one, also of two servers that look at once', async () => {
  const person = await createMember(server)
  for (const title of ['One', 'Two', 'Three']) await acknowledge(person, title)
  await Promise.all([queue(), queue(), queue()])
  await queue()
  const receipts = await server.db
    .selectFrom('mails')
    .select('data')
    .where('to_email', '=', person.email)
    .execute()
  expect(receipts.map(({ data }) => (data as { title: string }).title).sort()).toEqual([
    'One',
    'Three',
    'Two',
  ])
})

test('a receipt of a record that is not there is held back', async () => {
  const person = await createMember(server)
  const { sequence } = await acknowledge(person)
  await queue()
  await mailsTo(server, person.email)
  const { id } = await server.db
    .updateTable('mails')
    .set({ data: sql`data || ${JSON.stringify({ sequence: sequence + 1000 })}::jsonb` })
    .where('to_email', '=', person.email)
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.api.as(admin)('POST /admin/mails/:id/resend', { params: { id } })
  await expect
    .poll(async () => {
      const { body } = await server.api.as(admin)('GET /admin/mails', {
        query: { search: person.email },
      })
      return body[0]?.last_error
    })
    .toBe('The record that it is about is not there')
})
