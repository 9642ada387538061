import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { PackScope } from './packs.queries.ts'

/** Every field of a record, as it is sealed, and its hash; these are the ones that a pack looks at. */
export interface PackedRecord {
  sequence: number
  policy_id: string
  user_id: string
  version: number
  acknowledged_at: string
  policy_title: string
  person_name: string
  person_email: string
  person_role: string
  sign_in_method: string
  session_origin: string | null
  consent: string
  ip: string
  /** Only records of the third form have it. */
  ceremony?: string
  hash: string
}

type Row = Omit<PackedRecord, 'ceremony'> & { ceremony: string | null }

const ROWS_AT_ONCE = 1000

/** Whether a row is within the days that a pack is limited to. */
export const isWithin = ({ from, to }: PackScope, moment: RawBuilder<unknown>) => sql`
  (${from}::timestamptz is null or ${moment} >= ${from}) and (${to}::timestamptz is null or ${moment} < ${to})`

const records = ({ scope, size }: Wanted) => sql`
  policy_acknowledgments as record where sequence <= ${size}
    and (${scope.userIds}::uuid[] is null or user_id = any(${scope.userIds}::uuid[]))
    and (${scope.itemIds}::uuid[] is null or policy_id = any(${scope.itemIds}::uuid[]))
    and ${isWithin(scope, sql`acknowledged_at`)}`

interface Wanted {
  scope: PackScope
  /** How many records the newest checkpoint covers: none after it. */
  size: number
}

export async function countRecords(db: Db, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${records(wanted)}
  `.execute(db)
  return rows[0]!.count
}

/** In the order of the chain, some at a time; each field in the order in which a pack has it. */
export async function* readRecords(db: Db, wanted: Wanted): AsyncGenerator<PackedRecord[]> {
  for (let last = 0; ;) {
    const { rows } = await sql<Row>`
      select form, sequence, id, policy_id, user_id, version, acknowledged_at, policy_title, person_name,
        person_email, person_role, encode(content_sha256, 'hex') as content_sha256, consent,
        sign_in_method, session_origin, session_id, ip, user_agent, ceremony,
        encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash
      from ${records(wanted)} and sequence > ${last} order by sequence limit ${ROWS_AT_ONCE}
    `.execute(db)
    if (rows.length > 0) yield rows.map(packed)
    if (rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1)!.sequence
  }
}

/** A record has the fields of its form, and no other. */
const packed = ({ ceremony, ...record }: Row): PackedRecord =>
  ceremony === null ? record : { ...record, ceremony }

/** A text as it was signed. */
export interface PackedText {
  policy_id: string
  version: number
  title: string
  content: string
  content_sha256: string
}

/** One version of a policy; undefined where it is gone. */
export async function findText(
  db: Db,
  { policy_id: policy, version }: { policy_id: string; version: number },
): Promise<PackedText | undefined> {
  const { rows } = await sql<PackedText>`
    select policy_id, version, title, content, encode(content_sha256, 'hex') as content_sha256
    from policy_versions where policy_id = ${policy} and version = ${version}
  `.execute(db)
  return rows[0]
}

/** What is kept of checkpoints up to this one, in their order. */
export async function listPackedCheckpoints(db: Db, upTo: number) {
  return db
    .selectFrom('checkpoints')
    .select(['number', 'size', 'note', 'key_id'])
    .where('number', '<=', upTo)
    .orderBy('number')
    .execute()
}

/** What others signed of a checkpoint, in the order in which they did. */
export async function listCopies(db: Db, number: number) {
  const [cosignatures, tokens] = await Promise.all([
    db
      .selectFrom('checkpoint_cosignatures')
      .select('line')
      .where('number', '=', number)
      .orderBy('signed_at')
      .orderBy('witness')
      .execute(),
    db
      .selectFrom('checkpoint_tokens')
      .select('token')
      .where('number', '=', number)
      .orderBy('generated_at')
      .orderBy('authority')
      .execute(),
  ])
  return { lines: cosignatures.map(({ line }) => line), tokens: tokens.map(({ token }) => token) }
}
