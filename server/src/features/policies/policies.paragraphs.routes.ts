import { canEditPolicies } from '@frontdesk/contract/permissions'
import { policyParagraphEndpoints } from '@frontdesk/contract/policy-paragraphs'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { findParagraph, listParagraphs } from '../paragraphs/paragraphs.actions.ts'
import { findCurrentVersion } from '../paragraphs/paragraphs.queries.ts'
import { noSuchPolicy } from './policies.actions.ts'
import { findPolicy } from './policies.queries.ts'

export function policyParagraphRoutes(mount: Mount): void {
  mount(policyParagraphEndpoints.listPolicyParagraphs, async ({ db, actor, params, query }) => {
    const current = await findReadable(db, actor, params.id)
    return listParagraphs(db, params.id, query.version ?? current)
  })

  mount(policyParagraphEndpoints.findPolicyParagraph, async ({ db, actor, params, query }) => {
    await findReadable(db, actor, params.id)
    const { id: policyId, anchor } = params
    const found = await findParagraph(db, { policyId, anchor, version: query.version })
    if (!found) throw notFound('This policy has no such paragraph')
    return found
  })
}

/** The current version of a policy, deleted ones for admins only, as with versions. @throws AppError 404 */
async function findReadable(db: Db, actor: SignedIn, id: string): Promise<number> {
  const policy = await findPolicy(db, actor.id, id)
  const version =
    policy?.version ?? (canEditPolicies(actor) ? await findCurrentVersion(db, id) : undefined)
  if (version === undefined) throw noSuchPolicy()
  return version
}
