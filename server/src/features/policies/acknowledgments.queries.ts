import type {
  AcknowledgmentState,
  AdminAcknowledgment,
  PolicyAcknowledgment,
} from '@frontdesk/contract/policies'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { contains, type Page, type PageOptions, readPage } from '../../db/page.ts'
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
      'record.session_id',
      'record.ip',
      'record.user_agent',
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

/** Appends a record and moves the chain's end to it; the caller holds the chain's lock. */
export async function insertAcknowledgment(
  db: Db,
  record: SealedRecord & { hash: string },
): Promise<void> {
  const hash = Buffer.from(record.hash, 'hex')
  await db
    .insertInto('policy_acknowledgments')
    .values({
      ...record,
      content_sha256: Buffer.from(record.content_sha256, 'hex'),
      previous_hash: Buffer.from(record.previous_hash, 'hex'),
      hash,
    })
    .execute()
  await db
    .updateTable('acknowledgment_chain')
    .set({ length: record.sequence, head: hash })
    .execute()
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
export async function countAcknowledgments(db: Db, filter: AcknowledgmentFilter): Promise<number> {
  const { total } = await db
    .selectFrom(matching(db, filter).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Records in the order of the chain, each with the text of its version (null where that is missing). */
export async function listSealedRecords(
  db: Db,
  options: { after: number; limit: number },
): Promise<(SealedRecord & { hash: string; title: string | null; content: string | null })[]> {
  return acknowledgments(db)
    .leftJoin('policy_versions as text', (join) =>
      join
        .onRef('text.policy_id', '=', 'record.policy_id')
        .onRef('text.version', '=', 'record.version'),
    )
    .select(['record.version', 'text.title', 'text.content'])
    .where('record.sequence', '>', options.after)
    .orderBy('record.sequence')
    .limit(options.limit)
    .execute()
}
