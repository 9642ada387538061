import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Db, toIsoTime } from './connect.ts'

let db: Db
let other: Db

beforeAll(() => {
  db = connect(inject('postgres'), 1, () => undefined)
  other = connect(inject('postgres'), 1, () => undefined)
})

afterAll(async () => {
  await db.destroy()
  await other.destroy()
})

const processOf = async (handle: Db) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(handle)
  return rows[0]!.pid
}

const endConnection = async (pid: number) => {
  await sql`select pg_terminate_backend(${pid})`.execute(other)
  await delay(100)
}

test('a connection that ends between two queries of a transaction fails the next one, not the process', async () => {
  const transaction = db.transaction().execute(async (tx) => {
    await endConnection(await processOf(tx))
    return processOf(tx)
  })
  await expect(transaction).rejects.toThrow(/not queryable|Connection terminated/)
  await expect(processOf(db)).resolves.toBeGreaterThan(0)
})

test('an idle connection that ends is replaced', async () => {
  const pid = await processOf(db)
  await endConnection(pid)
  await expect(processOf(db)).resolves.not.toBe(pid)
})

test('a moment is read as a `Date` of it would be, whatever form PostgreSQL gives it', async () => {
  const moments = [
    '2026-11-28 01:02:03+00',
    '2026-11-28 01:02:03.4+00',
    '2026-11-28 01:02:03.45+00',
    '2026-11-28 01:02:03.456+00',
    '2026-11-28 01:02:03.456999+00',
    '2026-11-28 01:02:03.456999+05:30',
    '2026-11-28 01:02:03-08',
    '10000-01-02 03:04:05+00',
  ]
  const { rows } = await sql<{ text: string; moment: string }>`
    select moment::text as text, moment from unnest(${moments}::timestamptz[]) as moment
  `.execute(db)
  for (const { text, moment } of rows) expect(moment).toBe(new Date(text).toISOString())
  expect(moments.map(toIsoTime)).toEqual(moments.map((text) => new Date(text).toISOString()))
  expect(() => toIsoTime('infinity')).toThrow(RangeError)
})
