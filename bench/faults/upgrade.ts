/**
 * `npm run drill -- upgrade`: the oldest release that is kept, with 300,000 acknowledgments more, is brought to this
 * program, while people read and write. Every start is killed in the first step that it takes.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { clientConfig, connect, type Db } from '../../server/src/db/connect.ts'
import { startEmbeddedPostgres } from '../../server/src/db/embedded/start.ts'
import { migrate, readMigrations } from '../../server/src/db/migrate.ts'
import type { Step } from '../../server/src/db/migration-step.ts'
import { inTransaction } from '../../server/src/db/transaction.ts'
import {
  hashOfRecord,
  type SealedRecord,
} from '../../server/src/features/policies/acknowledgment-chain.ts'
import { verifyChain } from '../../server/src/features/policies/verify-chain.actions.ts'
import { bringBack, listReleases, readRelease } from '../../server/src/testing/releases.ts'
import { sized } from '../size.ts'
import { option } from './report.ts'

const RECORDS = option('records', 300_000, 2000)
const AT_ONCE = 2000
const READERS = sized(4, 1)
const LONGEST_WAIT_MS = 5000

/** Releases are named by their number, those of before by their day. */
const byAge = (one: string, other: string) =>
  Number(/^\d+\.\d+\./.test(one)) - Number(/^\d+\.\d+\./.test(other)) || (one < other ? -1 : 1)

const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-drill-'))
const postgres = await startEmbeddedPostgres({ dataDir })
const open = (size: number) =>
  connect(postgres.connection, size, () => undefined, { answerWithinMs: 0 })
const watch = open(2)
try {
  await play()
} finally {
  await watch.destroy()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function play(): Promise<void> {
  const name = listReleases().toSorted(byAge)[0]!
  const client = new pg.Client(clientConfig(postgres.connection))
  await client.connect()
  await bringBack(client, readRelease(name))
  await client.end()
  await addRecords(watch, RECORDS)
  const records = await countRecords()
  console.log(`upgrade: ${name}, ${records.toLocaleString('en')} acknowledgments`)

  const others = beside()
  const steps = await bringUp()
  const waits = await others.end()
  const { verdict } = await verifyChain(watch)
  if (!verdict.intact) console.log('  ', verdict)
  const isWhole = verdict.intact && (await countRecords()) === records + others.written()
  const slowest = steps.toSorted((one, other) => other.ms - one.ms).slice(0, 3)
  for (const { step, ms } of slowest) console.log(`  ${step}: ${(ms / 1000).toFixed(1)} s`)
  const all = steps.reduce((sum, { ms }) => sum + ms, 0)
  const isGood = isWhole && waits.longest < sized(LONGEST_WAIT_MS, 60_000)
  console.log(
    `${isGood ? 'Holds' : 'DOES NOT HOLD'}: ${steps.length} steps, each killed once, in ${(all / 1000).toFixed(1)} s; ` +
      `${others.written()} written and ${waits.reads} reads meanwhile, the longest waited ${(waits.longest / 1000).toFixed(2)} s, ` +
      `for ${waits.of}; the chain is ${verdict.intact ? 'intact' : 'broken'} (load ${loadavg()[0]!.toFixed(1)})`,
  )
  if (!isGood) process.exitCode = 1
}

async function countRecords(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from policy_acknowledgments`.execute(watch)
  return rows[0]!.n
}

/** Takes every step, the first time with the connection cut before it is noted. */
async function bringUp(): Promise<{ step: string; ms: number }[]> {
  const all = await readMigrations()
  const { rows: had } = await sql<{ name: string }>`select name from kysely_migration`.execute(
    watch,
  )
  const coming = Object.keys(all).filter((step) => had.every((one) => one.name !== step))
  const taken: { step: string; ms: number }[] = []
  for (const step of coming) {
    const killed = open(3)
    const failed = await migrate(killed, {
      upTo: step,
      migrations: { ...all, [step]: dying(all[step]!) },
    }).catch((error: unknown) => error)
    await killed.destroy()
    if (!String(failed).includes(step))
      throw new Error(`${step} was not interrupted: ${String(failed)}`)
    const node = open(3)
    const started = performance.now()
    await migrate(node, { upTo: step })
    taken.push({ step, ms: performance.now() - started })
    await node.destroy()
  }
  return taken
}

/** Ends the connection that a step has just been taken on. */
function dying({ up, outside }: Step): Step {
  const die = async (db: Db) =>
    void (await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db))
  const cut = (work: (db: Db) => Promise<void>) => async (db: Db) => {
    await work(db)
    await die(db)
  }
  return { up: cut(up), ...(outside && { outside: cut(outside) }) }
}

/** People of the version before: they look at what they signed, and sign, as its statements do. */
function beside() {
  const over = new AbortController()
  let written = 0
  let reads = 0
  let longest = 0
  let of = 'nothing'
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const asked = performance.now()
    await work()
    const took = performance.now() - asked
    if (took > longest) [longest, of] = [took, what]
  }
  const pool = open(READERS + 1)
  const read = async () => {
    while (!over.signal.aborted) {
      await timed('a list of records', async () =>
        sql`select id, policy_title, acknowledged_at from policy_acknowledgments
          order by acknowledged_at desc limit 25`.execute(pool),
      )
      await timed('who is asked', async () =>
        sql`select user_id, count(*) from obligations where closed_at is null group by 1 limit 25`.execute(
          pool,
        ),
      )
      reads += 2
      await delay(20)
    }
  }
  const write = async () => {
    while (!over.signal.aborted) {
      await timed('signing', async () => addRecords(pool, 1))
      written += 1
      await delay(50)
    }
  }
  const all = Promise.all([...Array.from({ length: READERS }, read), write()])
  return {
    written: () => written,
    end: async () => {
      over.abort()
      await all
      await pool.destroy()
      return { reads, longest, of }
    },
  }
}

type Text = Pick<SealedRecord, 'policy_id' | 'policy_title' | 'version' | 'content_sha256'>
type Person = Pick<SealedRecord, 'user_id' | 'person_name' | 'person_email' | 'person_role'>

/** Signs, once more, at the chain's end, with the columns that the release had. */
async function addRecords(db: Db, count: number): Promise<void> {
  const { rows: texts } = await sql<Text>`
    select policy_id, title as policy_title, version, encode(content_sha256, 'hex') as content_sha256
    from policy_versions order by policy_id, version`.execute(db)
  const { rows: people } = await sql<Person>`
    select id as user_id, name as person_name, email as person_email, role as person_role
    from users where status = 'active' order by id`.execute(db)
  for (let done = 0; done < count; done += AT_ONCE) {
    await inTransaction(db, async (tx) => {
      // Many at once are the past of a brokerage, whose obligations are met long ago.
      const triggers = async (on: string) =>
        count > 1 && sql.raw(`alter table policy_acknowledgments ${on} trigger user`).execute(tx)
      await triggers('disable')
      await addSome(tx, { texts, people, count: Math.min(AT_ONCE, count - done) })
      await triggers('enable')
    })
  }
  if (count > 1) await sql`vacuum analyze policy_acknowledgments`.execute(db)
}

async function addSome(
  tx: Db,
  { texts, people, count }: { texts: Text[]; people: Person[]; count: number },
): Promise<void> {
  const { rows } = await sql<{ length: number; head: string }>`
    select length, encode(head, 'hex') as head from acknowledgment_chain for update`.execute(tx)
  let { length, head } = rows[0]!
  const records = Array.from({ length: count }, () => {
    length += 1
    const record: SealedRecord = {
      form: 'frontdesk-acknowledgment-2',
      sequence: length,
      id: randomUUID(),
      ...texts[length % texts.length]!,
      ...people[Math.floor(length / texts.length) % people.length]!,
      acknowledged_at: new Date().toISOString(),
      consent: 'I have read and understood this policy, and I agree to follow it.',
      sign_in_method: 'password',
      session_origin: 'own',
      session_id: randomUUID(),
      ip: '::1',
      user_agent: 'drill',
      ceremony: null,
      previous_hash: head,
    }
    head = hashOfRecord(record)
    return { ...record, hash: head }
  })
  await sql`
    insert into policy_acknowledgments (sequence, id, policy_id, user_id, version, acknowledged_at, policy_title, person_name,
      person_email, person_role, content_sha256, consent, sign_in_method, session_id, ip, user_agent, previous_hash, hash, form,
      session_origin)
    select sequence, id, policy_id, user_id, version, acknowledged_at, policy_title, person_name, person_email, person_role,
      decode(content_sha256, 'hex'), consent, sign_in_method, session_id, ip, user_agent, decode(previous_hash, 'hex'),
      decode(hash, 'hex'), form, session_origin
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as record (sequence bigint, id uuid, policy_id uuid, user_id uuid,
      version int, acknowledged_at timestamptz, policy_title text, person_name text, person_email text, person_role text,
      content_sha256 text, consent text, sign_in_method text, session_id uuid, ip text, user_agent text, previous_hash text,
      hash text, form text, session_origin text)`.execute(tx)
  await sql`
    insert into audit_events
      (id, actor_id, actor_name, action, item_type, item_id, item_title, details, ip, user_agent, request_id)
    select gen_random_uuid(), user_id, person_name, 'policy.acknowledged', 'policy', policy_id, policy_title,
      jsonb_build_object('version', version, 'sequence', sequence, 'hash', encode(hash, 'hex')), ip, user_agent, id::text
    from policy_acknowledgments where sequence > ${length - count}`.execute(tx)
  await sql`update acknowledgment_chain set length = ${length}, head = decode(${head}, 'hex')`.execute(
    tx,
  )
}
