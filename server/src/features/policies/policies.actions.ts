import type { Policy } from '@frontdesk/contract/policies'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { Author } from '../../http/caller.ts'
import { notFound } from '../../http/errors.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import { askAuthorsToLook } from '../changed-quotes/changed-quotes.actions.ts'
import { hashOfText } from './acknowledgment-chain.ts'
import { storeParagraphs } from '../paragraphs/paragraphs.actions.ts'
import { findPolicy, findVersion, insertVersion, lockPolicy } from './policies.queries.ts'

export interface PolicyDraft {
  title: string
  content: string
  description?: string | null
  category?: string | null
}

/** What changing a policy that isn't there says. */
export const noSuchPolicy = () => notFound('Policy not found')

/** Adds a policy with its first version. */
export async function createPolicy(db: Db, actor: Author, draft: PolicyDraft): Promise<Policy> {
  const id = uuidv7()
  await db
    .insertInto('policies')
    .values({
      id,
      description: draft.description || null,
      category: draft.category || null,
      current_version: 1,
      material_version: 1,
      created_by: actor.id,
      last_updated_by: actor.id,
    })
    .execute()
  await insertVersion(db, { ...versionOf(draft, actor), policyId: id, version: 1, material: true })
  await storeParagraphs(db, id)
  return (await findPolicy(db, actor.id, id))!
}

const versionOf = ({ title, content }: PolicyDraft, actor: Author) => ({
  title,
  content,
  contentSha256: hashOfText(title, content),
  createdBy: actor.id,
})

/**
 * Saves a policy; a changed title or content becomes the next version.
 * @param ifMatch the `ETag` that the editor started from, where known
 * @throws AppError 404, or 409 `edit_conflict` with the policy as it is now
 */
export async function updatePolicy(
  db: Db,
  actor: Author,
  id: string,
  draft: PolicyDraft & { material: boolean },
  ifMatch: string | undefined,
): Promise<Policy> {
  const stored = await lockPolicy(db, id, 'update')
  if (!stored) throw noSuchPolicy()
  await refuseIfChanged(stored, {
    ifMatch,
    sentence: 'Somebody else has saved this policy in the meantime',
    findCurrent: async () => findPolicy(db, actor.id, id),
  })
  const text = await findVersion(db, id, stored.current_version)
  const changed = text.title !== draft.title || text.content !== draft.content
  const version = stored.current_version + (changed ? 1 : 0)
  if (changed) {
    await insertVersion(db, {
      ...versionOf(draft, actor),
      policyId: id,
      version,
      material: draft.material,
    })
    await storeParagraphs(db, id)
    const policy = { id, title: draft.title, before: stored.current_version, version }
    await askAuthorsToLook(db, policy)
  }
  await db
    .updateTable('policies')
    .set({
      // Left out means unchanged; null or empty means none.
      description: draft.description === undefined ? stored.description : draft.description || null,
      category: draft.category === undefined ? stored.category : draft.category || null,
      current_version: version,
      material_version: changed && draft.material ? version : stored.material_version,
      revision: stored.revision + 1,
      last_updated_by: actor.id,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  return (await findPolicy(db, actor.id, id))!
}
