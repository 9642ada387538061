import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { hashOfRecord } from '../features/policies/acknowledgment-chain.ts'
import { listSealedRecords } from '../features/policies/acknowledgments.queries.ts'

const GUARDED = [
  'policy_acknowledgments',
  'policy_versions',
  'acknowledgment_chain',
  'audit_events',
  'checkpoints',
]

/** Takes the database's own rules away, as its owner can. */
export async function liftGuards(tx: Db): Promise<void> {
  for (const table of GUARDED) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
  }
}

async function putGuardsBack(tx: Db): Promise<void> {
  for (const table of GUARDED) {
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  }
}

/** Computes every hash anew, as whoever rules the database could. */
export async function computeAnew(tx: Db): Promise<void> {
  const records = await listSealedRecords(tx, { after: 0, limit: 100 })
  // Out of the way of the unique hashes first.
  await sql`update policy_acknowledgments set hash = sha256(hash), previous_hash = sha256(previous_hash)`.execute(
    tx,
  )
  let previous = '0'.repeat(64)
  for (const record of records) {
    const hash = hashOfRecord({ ...record, previous_hash: previous })
    await sql`
      update policy_acknowledgments
      set hash = decode(${hash}, 'hex'), previous_hash = decode(${previous}, 'hex')
      where sequence = ${record.sequence}`.execute(tx)
    previous = hash
  }
}

/** The row with the chain's end says what the newest record says. */
export const moveEnd = async (tx: Db) =>
  sql`
    update acknowledgment_chain set length = sequence, head = hash
    from (select sequence, hash from policy_acknowledgments order by sequence desc limit 1) as newest
  `.execute(tx)

/**
 * Rewrites the whole history as the owner of the database can: records, chain, audit trail and end fit one another
 * afterwards, no checkpoint or copy of one is left in it, and its rules hold again.
 */
export async function rewriteHistory(db: Db, forge: (tx: Db) => Promise<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await liftGuards(tx)
    await sql`delete from checkpoint_tokens`.execute(tx)
    await sql`delete from checkpoint_cosignatures`.execute(tx)
    await sql`delete from checkpoint_mails`.execute(tx)
    await sql`delete from checkpoint_failures`.execute(tx)
    await sql`delete from checkpoints`.execute(tx)
    await forge(tx)
    await computeAnew(tx)
    await moveEnd(tx)
    await sql`
      delete from audit_events where action = 'policy.acknowledged'
        and (details->>'sequence')::bigint > (select length from acknowledgment_chain)
    `.execute(tx)
    await sql`
      update audit_events set details = details || jsonb_build_object('hash', encode(hash, 'hex'))
      from policy_acknowledgments
      where action = 'policy.acknowledged' and (details->>'sequence')::bigint = sequence
    `.execute(tx)
    await putGuardsBack(tx)
  })
}
