import type { ListedPolicy, Policy, PolicyVersion } from '@frontdesk/contract/policies'
import type { Signing } from '@frontdesk/contract/signing'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { contains, type Page, type PageOptions, readKeptPage } from '../../db/page.ts'

/** Policies that are not deleted, or those that are, with their current text and the caller's own acknowledgment. */
function policiesFor(db: Db, userId: string, { archived = false } = {}) {
  return db
    .selectFrom('policies')
    .innerJoin('policy_versions as text', (join) =>
      join
        .onRef('text.policy_id', '=', 'policies.id')
        .onRef('text.version', '=', 'policies.current_version'),
    )
    .leftJoin('users as author', 'author.id', 'policies.created_by')
    .leftJoin('users as editor', 'editor.id', 'policies.last_updated_by')
    .leftJoin('pending_policies as pending', (join) =>
      join.onRef('pending.policy_id', '=', 'policies.id').on('pending.user_id', '=', userId),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('policy_acknowledgments')
          .select(['version', 'acknowledged_at'])
          .whereRef('policy_id', '=', 'policies.id')
          .where('user_id', '=', userId)
          .orderBy('version', 'desc')
          // A renewal signs the same version again.
          .orderBy('acknowledged_at', 'desc')
          .limit(1)
          .as('mine'),
      (join) => join.onTrue(),
    )
    .select([
      'policies.id',
      'text.title',
      'policies.description',
      'policies.category',
      'policies.current_version as version',
      'policies.revision',
      'policies.material_version',
      'policies.created_at',
      'policies.updated_at',
      'policies.created_by',
      'author.name as created_by_name',
      'policies.last_updated_by',
      'editor.name as last_updated_by_name',
      sql<boolean>`pending.policy_id is not null`.as('acknowledgment_required'),
      'pending.due_at',
      'mine.version as acknowledged_version',
      'mine.acknowledged_at',
    ])
    .where('policies.deleted_at', archived ? 'is not' : 'is', null)
}

/** By title; `search` looks at title, description, category and content. Without texts where not asked for. */
export async function listPolicies(
  db: Db,
  userId: string,
  options: PageOptions & { search?: string; pending?: boolean; view?: 'list'; archived?: boolean },
): Promise<Page<ListedPolicy>> {
  const key = [sql<string>`policies.sort_title`, sql<string>`policies.id`] as const
  const columns = ['text.title', 'policies.description', 'policies.category', 'text.content']
  const { archived = false } = options
  const listed = policiesFor(db, userId, { archived })
    .$if(archived, (query) => query.select(sql<string>`policies.deleted_at`.as('archived_at')))
    .$if(options.view !== 'list', (query) => query.select('text.content'))
    .$if(Boolean(options.search), (query) => query.where(contains(options.search!, columns)))
    .$if(options.pending === true, (query) => query.where('pending.policy_id', 'is not', null))
    .$if(options.pending === false, (query) => query.where('pending.policy_id', 'is', null))
  return readKeptPage(db, listed, key, 'asc', options)
}

/** Undefined where there is none, or it is deleted. */
export async function findPolicy(db: Db, userId: string, id: string): Promise<Policy | undefined> {
  return policiesFor(db, userId)
    .select(['text.content', sql<Signing | null>`policies.signing`.as('signing')])
    .where('policies.id', '=', id)
    .executeTakeFirst()
}

/**
 * Holds a policy until the transaction ends: `update` against everybody, `share` against edits.
 * Undefined where there is none, or its `deleted` state is another.
 */
export async function lockPolicy(
  db: Db,
  id: string,
  lock: 'update' | 'share',
  { deleted = false } = {},
) {
  return db
    .selectFrom('policies')
    .select(['id', 'description', 'category', 'current_version', 'material_version', 'revision'])
    .where('id', '=', id)
    .where('deleted_at', deleted ? 'is not' : 'is', null)
    .$if(lock === 'update', (query) => query.forUpdate())
    .$if(lock === 'share', (query) => query.forShare())
    .executeTakeFirst()
}

/** The exact text of one version. @throws where there is none */
export async function findVersion(db: Db, policyId: string, version: number) {
  return db
    .selectFrom('policy_versions')
    .select(['title', 'content', sql<string>`encode(content_sha256, 'hex')`.as('content_sha256')])
    .where('policy_id', '=', policyId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
}

/** All versions, newest first. */
export async function listVersions(db: Db, policyId: string): Promise<PolicyVersion[]> {
  return db
    .selectFrom('policy_versions')
    .leftJoin('users', 'users.id', 'policy_versions.created_by')
    .select([
      'version',
      'policy_versions.title',
      'content',
      'material',
      sql<string>`encode(content_sha256, 'hex')`.as('content_sha256'),
      'policy_versions.created_at',
      'users.name as created_by_name',
    ])
    .where('policy_id', '=', policyId)
    .orderBy('version', 'desc')
    .execute()
}

export interface NewVersion {
  policyId: string
  version: number
  title: string
  content: string
  contentSha256: string
  material: boolean
  createdBy: string
}

/** Adds an immutable version. */
export async function insertVersion(db: Db, version: NewVersion): Promise<void> {
  await db
    .insertInto('policy_versions')
    .values({
      policy_id: version.policyId,
      version: version.version,
      title: version.title,
      content: version.content,
      content_sha256: Buffer.from(version.contentSha256, 'hex'),
      material: version.material,
      created_by: version.createdBy,
    })
    .execute()
}

/** Hides a policy or brings it back. */
export async function updateDeleted(db: Db, id: string, deleted: boolean): Promise<void> {
  await db
    .updateTable('policies')
    .set({ deleted_at: deleted ? sql`now()` : null })
    .where('id', '=', id)
    .execute()
}
