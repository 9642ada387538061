import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

export type CheckpointReason = 'daily' | 'pack' | 'asked' | 'rotation'

/** A checkpoint as it is stored. */
export interface StoredCheckpoint {
  number: number
  size: number
  root: Buffer
  head: Buffer
  note: string
  frontier: Buffer
  key_id: string
  reason: string
  created_at: string
}

/** Undefined where none was made yet. */
export async function findNewestCheckpoint(db: Db): Promise<StoredCheckpoint | undefined> {
  return db
    .selectFrom('checkpoints')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Undefined where there is none, as after the restore of an older backup. */
export async function findCheckpoint(
  db: Db,
  number: number,
): Promise<StoredCheckpoint | undefined> {
  return db.selectFrom('checkpoints').selectAll().where('number', '=', number).executeTakeFirst()
}

/** Which checkpoint a witness has cosigned last, and its size; undefined where it has none. */
export async function findCosignedSize(
  db: Db,
  witness: string,
): Promise<{ number: number; size: number } | undefined> {
  return db
    .selectFrom('checkpoint_cosignatures as cosigned')
    .innerJoin('checkpoints', 'checkpoints.number', 'cosigned.number')
    .select(['checkpoints.number', 'checkpoints.size'])
    .where('cosigned.witness', '=', witness)
    .orderBy('checkpoints.number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Keeps a token that was verified; the first of an authority stays. */
export async function insertToken(
  tx: Db,
  token: { number: number; authority: string; token: Buffer; generatedAt: Date },
): Promise<void> {
  const { number, authority, token: bytes, generatedAt } = token
  await tx
    .insertInto('checkpoint_tokens')
    .values({ number, authority, token: bytes, generated_at: generatedAt.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Keeps a line that was verified; the first of a witness stays. */
export async function insertCosignature(
  tx: Db,
  cosignature: { number: number; witness: string; line: string; signedAt: Date },
): Promise<void> {
  const { number, witness, line, signedAt } = cosignature
  await tx
    .insertInto('checkpoint_cosignatures')
    .values({ number, witness, line, signed_at: signedAt.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What witnesses have written under checkpoints, as it was kept, by number. */
export async function listCosignatures(db: Db): Promise<{ number: number; line: string }[]> {
  return db
    .selectFrom('checkpoint_cosignatures')
    .select(['number', 'line'])
    .orderBy('number')
    .orderBy('witness')
    .execute()
}

/** All of them, by number. */
export async function listCheckpoints(db: Db): Promise<StoredCheckpoint[]> {
  return db.selectFrom('checkpoints').selectAll().orderBy('number').execute()
}

/** The hashes of these records in hex, by sequence, as far as they are there. */
export async function findRecordHashes(db: Db, sequences: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('policy_acknowledgments')
    .select(['sequence', 'hash'])
    .where('sequence', '=', sql<number>`any(${[...new Set(sequences)]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ sequence, hash }) => [sequence, hash.toString('hex')]))
}

export async function insertCheckpoint(tx: Db, checkpoint: StoredCheckpoint): Promise<void> {
  await tx.insertInto('checkpoints').values(checkpoint).execute()
}

/** How many records there are, the hash of the last one, and the server's time in UTC to the millisecond. */
export async function findChainEnd(db: Db): Promise<{ length: number; head: Buffer; now: string }> {
  const { rows } = await sql<{ length: number; head: Buffer; now: string }>`
    select length, head, date_trunc('milliseconds', clock_timestamp()) as now
    from acknowledgment_chain
  `.execute(db)
  return rows[0]!
}

/** Whether a record is there and its day, by this clock, is over. */
export async function isFromDayBefore(
  db: Db,
  { sequence, timeZone, now }: { sequence: number; timeZone: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from policy_acknowledgments
    where sequence = ${sequence}
      and (acknowledged_at at time zone ${timeZone})::date < (${now}::timestamptz at time zone ${timeZone})::date
  `.execute(db)
  return rows.length > 0
}

const HASHES_AT_ONCE = 10_000

/** The hashes of records in the order of the chain, some at a time. @param after a sequence, 0 for the start */
export async function* readRecordHashes(
  db: Db,
  { after, upTo }: { after: number; upTo: number },
): AsyncGenerator<Buffer[]> {
  for (let last = after; last < upTo;) {
    const rows = await db
      .selectFrom('policy_acknowledgments')
      .select(['sequence', 'hash'])
      .where('sequence', '>', last)
      .where('sequence', '<=', upTo)
      .orderBy('sequence')
      .limit(HASHES_AT_ONCE)
      .execute()
    if (rows.length === 0) return
    yield rows.map(({ hash }) => hash)
    last = rows.at(-1)!.sequence
  }
}
