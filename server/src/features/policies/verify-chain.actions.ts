import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { hashOfRecord, hashOfText } from './acknowledgment-chain.ts'
import { listSealedRecords } from './acknowledgments.queries.ts'

/** What a look at the whole chain found. */
export type ChainVerdict =
  | { intact: true; records: number; head: string }
  | { intact: false; sequence: number; reason: string }

const ROWS_AT_ONCE = 1000
const START = '0'.repeat(64)

/** Re-computes every acknowledgment and every text that one points at; names the first that does not fit. */
export async function verifyChain(db: Db): Promise<ChainVerdict> {
  // One snapshot, so that acknowledgments made meanwhile don't look like a gap.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(verifyChainWithin)
}

/** The same in a transaction to which nobody adds acknowledgments. */
export async function verifyChainWithin(tx: Db): Promise<ChainVerdict> {
  let sequence = 0
  let head = START
  for (;;) {
    const rows = await listSealedRecords(tx, { after: sequence, limit: ROWS_AT_ONCE })
    if (rows.length === 0) return checkEnd(tx, sequence, head)
    for (const row of rows) {
      const reason = misfit(row, { sequence, head })
      if (reason) return { intact: false, sequence: sequence + 1, reason }
      sequence = row.sequence
      head = row.hash
    }
  }
}

type Row = Awaited<ReturnType<typeof listSealedRecords>>[number]

function misfit(row: Row, before: { sequence: number; head: string }): string | null {
  if (row.sequence !== before.sequence + 1) return 'a record before it is missing'
  if (row.previous_hash !== before.head) return 'it does not follow the record before it'
  if (hashOfRecord(row) !== row.hash) return 'its content does not match its hash'
  if (row.title === null || row.content === null) return 'the text it speaks of is missing'
  if (hashOfText(row.title, row.content) !== row.content_sha256) {
    return 'the text it speaks of is not the one that was acknowledged'
  }
  return null
}

/** The chain's end stands in a row of its own, which shows that nothing was cut off. */
async function checkEnd(db: Db, sequence: number, head: string): Promise<ChainVerdict> {
  const end = await db
    .selectFrom('acknowledgment_chain')
    .select(['length', sql<string>`encode(head, 'hex')`.as('head')])
    .executeTakeFirstOrThrow()
  if (end.length === sequence && end.head === head) return { intact: true, records: sequence, head }
  return {
    intact: false,
    sequence: sequence + 1,
    reason: `the chain should have ${end.length} records and has ${sequence}`,
  }
}
