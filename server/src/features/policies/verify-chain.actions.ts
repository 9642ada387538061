import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { hashOfRecord, hashOfText } from './acknowledgment-chain.ts'
import { listSealedRecords, listTexts } from './acknowledgments.queries.ts'

/** What a look at the whole chain found: the first record that does not fit, if there is one. */
export type ChainVerdict =
  | { intact: true; records: number; head: string }
  | { intact: false; sequence: number; reason: string }

/** Where the chain has a hash that somebody kept; null where it hasn't. */
export type PlaceInChain = { sequence: number; acknowledged_at: string } | null

const ROWS_AT_ONCE = 2000
/** A text may be long. */
const TEXTS_AT_ONCE = 50
const START = '0'.repeat(64)

/**
 * Re-computes every acknowledgment and every text that one points at, and compares them with the audit
 * trail; names the first that does not fit.
 * @param hash of a record, in lower-case hex, to be looked for in the same moment's chain
 */
export async function verifyChain(
  db: Db,
  hash?: string,
): Promise<{ verdict: ChainVerdict; place: PlaceInChain }> {
  // One snapshot, so that acknowledgments made meanwhile don't look like a gap.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({
      verdict: await verifyChainWithin(tx),
      place: hash === undefined ? null : await findPlace(tx, hash),
    }))
}

async function findPlace(db: Db, hash: string): Promise<PlaceInChain> {
  const found = await db
    .selectFrom('policy_acknowledgments')
    .select(['sequence', 'acknowledged_at'])
    .where('hash', '=', Buffer.from(hash, 'hex'))
    .executeTakeFirst()
  return found ?? null
}

/** The same in a transaction to which nobody adds acknowledgments. */
export async function verifyChainWithin(tx: Db): Promise<ChainVerdict> {
  let sequence = 0
  let head = START
  const texts: TextHashes = new Map()
  let coming = listSealedRecords(tx, { after: sequence, limit: ROWS_AT_ONCE })
  for (;;) {
    const rows = await coming
    if (rows.length === 0) return checkEnd(tx, sequence, head)
    await addTexts(tx, texts, rows)
    // Read while these are hashed; where one of them doesn't fit, nobody waits for it.
    coming = listSealedRecords(tx, { after: rows.at(-1)!.sequence, limit: ROWS_AT_ONCE })
    coming.catch(() => undefined)
    for (const row of rows) {
      const reason = misfit(row, { sequence, head }, texts)
      if (reason) return { intact: false, sequence: sequence + 1, reason }
      sequence = row.sequence
      head = row.hash
    }
  }
}

type Row = Awaited<ReturnType<typeof listSealedRecords>>[number]

/** What each text is called and hashes to, by policy and version: each is read and hashed once, however many signed it. */
type TextHashes = Map<string, { title: string; hash: string } | null>

const textOf = (one: { policy_id: string; version: number }) => `${one.policy_id} ${one.version}`

async function addTexts(tx: Db, texts: TextHashes, rows: Row[]): Promise<void> {
  const unknown = new Map<string, Row>()
  for (const row of rows) if (!texts.has(textOf(row))) unknown.set(textOf(row), row)
  const wanted = [...unknown.values()]
  for (let from = 0; from < wanted.length; from += TEXTS_AT_ONCE) {
    const some = wanted.slice(from, from + TEXTS_AT_ONCE)
    for (const row of some) texts.set(textOf(row), null)
    for (const text of await listTexts(tx, some)) {
      const { title, content } = text
      texts.set(textOf(text), { title, hash: hashOfText(title, content) })
    }
  }
}

function misfit(
  row: Row,
  before: { sequence: number; head: string },
  texts: TextHashes,
): string | null {
  if (row.sequence !== before.sequence + 1) return 'a record before it is missing'
  if (row.previous_hash !== before.head) return 'it does not follow the record before it'
  if (hashOfRecord(row) !== row.hash) return 'its content does not match its hash'
  const text = texts.get(textOf(row))
  if (!text) return 'the text it speaks of is missing'
  // The hash alone does not say where the title ends.
  if (text.hash !== row.content_sha256 || text.title !== row.policy_title) {
    return 'the text it speaks of is not the one that was acknowledged'
  }
  return null
}

/** The chain's end stands in a row of its own, which shows that nothing was cut off or computed anew. */
async function checkEnd(db: Db, sequence: number, head: string): Promise<ChainVerdict> {
  const end = await db
    .selectFrom('acknowledgment_chain')
    .select(['length', sql<string>`encode(head, 'hex')`.as('head')])
    .executeTakeFirst()
  if (!end) return { intact: false, sequence: 1, reason: "the row with the chain's end is missing" }
  if (end.length !== sequence) {
    const reason = `the chain should have ${end.length} records and has ${sequence}`
    return { intact: false, sequence: Math.min(end.length, sequence) + 1, reason }
  }
  if (end.head !== head) {
    return { intact: false, sequence, reason: 'its hash is not the one that the chain ends in' }
  }
  return (await findAuditMismatch(db)) ?? { intact: true, records: sequence, head }
}

/** Each acknowledgment left a line in the audit trail, which whoever rewrites the chain would have to rewrite, too. */
async function findAuditMismatch(db: Db): Promise<ChainVerdict | null> {
  const { rows } = await sql<{ sequence: number; reason: string }>`
    with told as (
      select actor_id, item_id, (details->>'version')::integer as version,
        (details->>'sequence')::bigint as sequence, details->>'hash' as hash,
        count(*) over (partition by (details->>'sequence')::bigint) as times
      from audit_events where action = 'policy.acknowledged'
    ), compared as (
      select coalesce(record.sequence, told.sequence, 0) as sequence, case
        when record.sequence is null then 'the audit trail tells of it and the chain does not have it'
        when told.sequence is null then 'the audit trail does not tell of it'
        when told.times > 1 then 'the audit trail tells of it more than once'
        when (told.actor_id, told.item_id, told.version)
            is distinct from (record.user_id, record.policy_id, record.version)
          then 'the audit trail tells of another person, policy or version'
        -- Lines of before this was written down have none.
        when told.hash <> encode(record.hash, 'hex') then 'the audit trail tells of another hash'
      end as reason
      from policy_acknowledgments as record full join told on told.sequence = record.sequence
    )
    select sequence, reason from compared where reason is not null order by sequence limit 1
  `.execute(db)
  return rows[0] ? { intact: false, ...rows[0] } : null
}
