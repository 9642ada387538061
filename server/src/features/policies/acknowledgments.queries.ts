import type {
  AcknowledgmentState,
  AdminAcknowledgment,
  PolicyAcknowledgment,
  SessionOrigin,
} from '@frontdesk/contract/policies'
import type { Signing } from '@frontdesk/contract/signing'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import {
  contains,
  type Count,
  countMatching,
  type Page,
  type PageOptions,
  readPage,
} from '../../db/page.ts'
import type { SealedRecord } from './acknowledgment-chain.ts'

const hex = (column: string) => sql<string>`encode(${sql.ref(column)}, 'hex')`

/** Every field of a record, hashes as hex. */
function acknowledgments(db: Db) {
  return db
    .selectFrom('policy_acknowledgments as record')
    .select([
      'record.sequence',
      'record.id',
      'record.policy_id',
      'record.user_id',
      'record.version as version_acknowledged',
      'record.acknowledged_at',
      'record.policy_title',
      'record.person_name',
      'record.person_email',
      'record.person_role',
      'record.consent',
      'record.sign_in_method',
      'record.form',
      sql<SessionOrigin | null>`record.session_origin`.as('session_origin'),
      'record.session_id',
      'record.ip',
      'record.user_agent',
      'record.ceremony',
      hex('record.content_sha256').as('content_sha256'),
      hex('record.previous_hash').as('previous_hash'),
      hex('record.hash').as('hash'),
    ])
}

/** The newest record; undefined where the person has not acknowledged this version. */
export async function findAcknowledgment(
  db: Db,
  key: { policyId: string; userId: string; version: number },
): Promise<PolicyAcknowledgment | undefined> {
  return acknowledgments(db)
    .where('record.policy_id', '=', key.policyId)
    .where('record.user_id', '=', key.userId)
    .where('record.version', '=', key.version)
    .orderBy('record.sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const selectCurrentText = prepared<{
  version: number
  title: string
  content_sha256: string
  acknowledged: boolean
  signing: Signing | null
  signedVersion: number | null
}>(`
  select policies.current_version as version, text.title,
    encode(text.content_sha256, 'hex') as content_sha256, policies.signing,
    case when policies.signing is not null then (
      select max(earlier.version) from policy_acknowledgments as earlier
      where earlier.policy_id = policies.id and earlier.user_id = $2
    ) end as "signedVersion",
    exists (
      select from policy_acknowledgments as earlier
      where earlier.policy_id = policies.id and earlier.user_id = $2
        and earlier.version = policies.current_version
    ) and not exists (
      -- A renewal asks for the same version again.
      select from obligations
      where obligations.user_id = $2 and obligations.item_id = policies.id
        and closed_at is null and opens_at <= now()
    ) as acknowledged
  from policies join policy_versions as text
    on text.policy_id = policies.id and text.version = policies.current_version
  where policies.id = $1 and policies.deleted_at is null
`)

/** What somebody who acknowledges a policy now speaks of, and whether they have done so; undefined where there is none. */
export async function findCurrentText(db: Db, policyId: string, userId: string) {
  const [text] = await selectCurrentText(db, [policyId, userId])
  return text
}

/** What of a policy a statement speaks of. */
interface Signable {
  version: number
  signing: Signing | null
}

const selectCurrentVersions = prepared<Signable & { id: string }>(`
  select id, current_version as version, signing from policies
  where id = any($1::uuid[]) and deleted_at is null
  order by id for share skip locked
`)

/**
 * The current versions by the ids of policies, which nobody edits until the transaction ends. Left out is
 * what somebody edits right now, and what is deleted.
 */
export async function lockCurrentVersions(tx: Db, ids: string[]): Promise<Map<string, Signable>> {
  const rows = await selectCurrentVersions(tx, [ids])
  return new Map(rows.map(({ id, ...signable }) => [id, signable]))
}

const selectChainEnd = prepared<{ length: number; head: string; now: string }>(`
  select length, encode(head, 'hex') as head,
    -- The hash covers the time as JavaScript writes it, to the millisecond.
    date_trunc('milliseconds', clock_timestamp()) as now
  from acknowledgment_chain for update
`)

/** Where the next record goes, and when that is. Others wait here, so that the chain is one line. */
export async function lockChainEnd(tx: Db) {
  const [end] = await selectChainEnd(tx, [])
  if (!end) throw new Error('The row with the end of the chain is missing')
  return end
}

const selectAcknowledged = prepared<{ key: string }>(`
  select concat_ws(' ', policy_id, user_id, version) as key
  from unnest($1::uuid[], $2::uuid[], $3::integer[]) as wanted (policy_id, user_id, version)
  join policy_acknowledgments using (policy_id, user_id, version)
  where not exists (
    select from obligations
    where obligations.user_id = wanted.user_id and obligations.item_id = wanted.policy_id
      and closed_at is null and opens_at <= now()
  )
`)

/** Which of these have been sealed before, and are not asked for again: `<policy> <person> <version>`. */
export async function findAcknowledged(
  db: Db,
  wanted: { policyId: string; userId: string; version: number }[],
): Promise<string[]> {
  const rows = await selectAcknowledged(db, [
    wanted.map(({ policyId }) => policyId),
    wanted.map(({ userId }) => userId),
    wanted.map(({ version }) => version),
  ])
  return rows.map(({ key }) => key)
}

const insertRecords = prepared(`
  insert into policy_acknowledgments (
    sequence, id, policy_id, user_id, version, acknowledged_at, policy_title, person_name,
    person_email, person_role, content_sha256, consent, sign_in_method, session_id, ip, user_agent,
    previous_hash, hash, form, session_origin, ceremony
  )
  select sequence, id, policy_id, user_id, version, acknowledged_at, policy_title, person_name,
    person_email, person_role, decode(content_sha256, 'hex'), consent, sign_in_method, session_id, ip,
    user_agent, decode(previous_hash, 'hex'), decode(hash, 'hex'), form, session_origin, ceremony
  from json_to_recordset($1) as record (
    sequence bigint, id uuid, policy_id uuid, user_id uuid, version integer,
    acknowledged_at timestamptz, policy_title text, person_name text, person_email text,
    person_role text, content_sha256 text, consent text, sign_in_method text, session_id uuid, ip text,
    user_agent text, previous_hash text, hash text, form text, session_origin text,
    ceremony text
  )
`)
const moveChainEnd = prepared(
  "update acknowledgment_chain set length = $1, head = decode($2, 'hex')",
)

/** Appends records, one at least and in their order, and moves the chain's end; the caller holds it. */
export async function insertAcknowledgments(
  tx: Db,
  records: (SealedRecord & { hash: string })[],
): Promise<void> {
  const last = records.at(-1)!
  await Promise.all([
    insertRecords(tx, [JSON.stringify(records)]),
    moveChainEnd(tx, [last.sequence, last.hash]),
  ])
}

export interface AcknowledgmentFilter {
  search?: string
  policy_id?: string
  user_id?: string
  state?: AcknowledgmentState
}

const SORTS = {
  acknowledged_at: sql<unknown>`record.acknowledged_at`,
  person_name: sql<unknown>`lower(record.person_name)`,
  policy_title: sql<unknown>`lower(record.policy_title)`,
  version: sql<unknown>`record.version`,
}
export type AcknowledgmentSort = keyof typeof SORTS

const state = sql<AcknowledgmentState>`case
  when policies.deleted_at is not null then 'deleted'
  when record.version < policies.material_version then 'superseded'
  else 'current'
end`

function matching(db: Db, filter: AcknowledgmentFilter) {
  return (
    acknowledgments(db)
      // Each has one; PostgreSQL leaves a left join out where only the records are counted.
      .leftJoin('policies', 'policies.id', 'record.policy_id')
      .select(state.as('state'))
      .$if(Boolean(filter.search), (query) =>
        query.where(
          contains(filter.search!, [
            'record.person_name',
            'record.person_email',
            'record.policy_title',
          ]),
        ),
      )
      .$if(Boolean(filter.policy_id), (query) =>
        query.where('record.policy_id', '=', filter.policy_id!),
      )
      .$if(Boolean(filter.user_id), (query) => query.where('record.user_id', '=', filter.user_id!))
      .$if(Boolean(filter.state), (query) => query.where(state, '=', filter.state!))
  )
}

/** Newest first unless sorted otherwise. */
export async function listAcknowledgments(
  db: Db,
  options: AcknowledgmentFilter &
    PageOptions & { sort?: AcknowledgmentSort; order?: 'asc' | 'desc' },
): Promise<Page<AdminAcknowledgment>> {
  const order = options.order ?? (options.sort ? 'asc' : 'desc')
  const key = [SORTS[options.sort ?? 'acknowledged_at'], sql<unknown>`record.sequence`] as const
  return readPage(matching(db, options), key, order, options)
}

/** How many match. */
export const countAcknowledgments = async (db: Db, filter: AcknowledgmentFilter): Promise<Count> =>
  countMatching(db, matching(db, filter))

/** Records in the order of the chain. */
export async function listSealedRecords(
  db: Db,
  options: { after: number; limit: number },
): Promise<(SealedRecord & { hash: string })[]> {
  return acknowledgments(db)
    .select('record.version')
    .where('record.sequence', '>', options.after)
    .orderBy('record.sequence')
    .limit(options.limit)
    .execute()
}

/** The texts of these versions of policies, as far as there are any. */
export async function listTexts(
  db: Db,
  of: { policy_id: string; version: number }[],
): Promise<{ policy_id: string; version: number; title: string; content: string }[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof listTexts>>[number]>`
    select policy_id, version, title, content from policy_versions
    join unnest(${of.map((one) => one.policy_id)}::uuid[], ${of.map((one) => one.version)}::integer[])
      as wanted (policy_id, version) using (policy_id, version)
  `.execute(db)
  return rows
}
