import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { connect, type Db } from './connect.ts'
import { prepared } from './prepared.ts'
import { afterCommit, inTransaction } from './transaction.ts'

let db: Db
let other: Db

beforeAll(async () => {
  db = connect(inject('postgres'), 2, () => undefined)
  other = connect(inject('postgres'), 1, () => undefined, { pooler: true })
  await sql`create table moves (number integer primary key, what text)`.execute(db)
})
afterAll(async () => {
  await sql`drop table moves`.execute(db)
  await db.destroy()
  await other.destroy()
})
beforeEach(async () => {
  await sql`delete from moves`.execute(db)
})

const insert = prepared('insert into moves (number, what) values ($1, $2)')
const select = prepared<{ number: number }>('select number from moves order by number')
const numbers = async () => (await select(other, [])).map(({ number }) => number)

test('statements that travel together run in their order, and commit together', async () => {
  const [, , seen] = await inTransaction(db, async (tx) =>
    Promise.all([insert(tx, [1, 'a']), insert(tx, [2, 'b']), select(tx, [])]),
  )
  expect(seen).toEqual([{ number: 1 }, { number: 2 }])
  expect(await numbers()).toEqual([1, 2])
})

test('where one of them fails nothing is left, its own error is told, and the connection goes on', async () => {
  const failing = inTransaction(db, async (tx) =>
    Promise.all([insert(tx, [1, 'a']), insert(tx, [1, 'b']), insert(tx, [2, 'c'])]),
  )
  await expect(failing).rejects.toThrow(/duplicate key/)
  expect(await numbers()).toEqual([])
  await inTransaction(db, async (tx) => insert(tx, [3, 'd']))
  expect(await numbers()).toEqual([3])
})

test('the cause is told also where its statement is heard of later than one behind it', async () => {
  const failing = inTransaction(db, async (tx) => {
    const slowly = async () => Promise.all([insert(tx, [1, 'a']), insert(tx, [1, 'b'])])
    await Promise.all([slowly(), insert(tx, [2, 'c'])])
  })
  await expect(failing).rejects.toThrow(/duplicate key/)
})

test('a failure that nobody heeded is no success', async () => {
  const told: string[] = []
  const failing = inTransaction(db, async (tx) => {
    afterCommit(tx, () => told.push('done'))
    await insert(tx, [1, 'a'])
    await insert(tx, [1, 'b']).catch(() => undefined)
  })
  await expect(failing).rejects.toThrow('A statement of this transaction had failed')
  expect(await numbers()).toEqual([])
  expect(told).toEqual([])
})

test('who lost a race lets the other go first', async () => {
  await insert(db, [1, 'a'])
  const take = prepared('select from moves where number = 1 for update nowait')
  let isTaken = false
  // As one that a busy machine takes a while to wake.
  const slower = (async () => {
    while (!isTaken) {
      await setTimeout(10)
      isTaken = await take(other, []).then(
        () => true,
        () => false,
      )
    }
  })()
  const lose = prepared(`do $$ begin raise exception 'lost' using errcode = '40P01'; end $$`)
  await inTransaction(db, async (tx) => {
    await sql`select from moves where number = 1 for update`.execute(tx)
    if (!isTaken) await lose(tx, [])
  })
  await slower
  expect(isTaken).toBe(true)
})

test('what is left for afterwards is done once, after the commit, and not after a rollback', async () => {
  const told: string[] = []
  let tries = 0
  await inTransaction(db, async (tx) => {
    tries += 1
    afterCommit(tx, () => told.push(`try ${tries}`))
    if (tries === 1) throw Object.assign(new Error('lost a race'), { code: '40001' })
    await insert(tx, [1, 'a'])
    expect(told).toEqual([])
  })
  expect(told).toEqual(['try 2'])
  const stopped = inTransaction(db, async (tx) => {
    afterCommit(tx, () => told.push('never'))
    throw new Error('changed my mind')
  })
  await expect(stopped).rejects.toThrow('changed my mind')
  expect(told).toEqual(['try 2'])
  expect(() => afterCommit(db, () => undefined)).toThrow('no transaction')
})

test('a transaction that is over takes no more statements', async () => {
  const tx = await inTransaction(db, async (open) => open)
  await expect(insert(tx, [1, 'a'])).rejects.toThrow('over')
  expect(await numbers()).toEqual([])
})

test('a connection that ends in between fails the transaction, and the next one gets another', async () => {
  const lost = inTransaction(db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]!.pid}, 5000)`.execute(other)
    await insert(tx, [1, 'a'])
  })
  await expect(lost).rejects.toThrow(/not queryable|terminat/)
  await inTransaction(db, async (tx) => insert(tx, [2, 'b']))
  expect(await numbers()).toEqual([2])
})

test('direct connections keep prepared statements, and a pooler is never asked to', async () => {
  const kept = sql<{ text: string }>`select statement as text from pg_prepared_statements`
  await inTransaction(db, async (tx) => {
    await select(tx, [])
    expect((await kept.execute(tx)).rows.map(({ text }) => text)).toContain(
      'select number from moves order by number',
    )
  })
  await inTransaction(other, async (tx) => {
    await select(tx, [])
    expect((await kept.execute(tx)).rows).toEqual([])
  })
})
