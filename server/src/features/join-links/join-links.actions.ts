import type { JoinLink } from '@frontdesk/contract/join-links'
import { uuidv7 } from 'uuidv7'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { conflict, notFound, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { seal, unseal, UnreadableSecretError } from '../../platform/sealed-secrets.ts'
import {
  findJoinLink,
  findSealedToken,
  insertJoinLink,
  lockJoinLink,
  newToken,
  updateRevoked,
} from './join-links.queries.ts'

interface By {
  actor: SignedIn
  origin: Origin
}

const itemOf = ({ id, label }: Pick<JoinLink, 'id' | 'label'>) => ({
  type: 'join_link',
  id,
  title: label,
})

/** A sealed token is for its own row: in another one it opens nothing. */
const purposeOf = (id: string) => `join link ${id}`

type Draft = Pick<JoinLink, 'label' | 'role' | 'domain' | 'max_uses' | 'ends_at'>

/**
 * Makes a link.
 * @throws AppError 422 where it would end before it begins
 */
export async function createJoinLink(
  tx: Db,
  { dataDir }: Config,
  draft: Draft,
  by: By,
): Promise<JoinLink> {
  if (draft.ends_at !== null && Date.parse(draft.ends_at) <= Date.now()) {
    const sentence = 'Please choose a day that is still to come'
    throw unprocessable('already_over', sentence, { ends_at: sentence })
  }
  const id = uuidv7()
  const token = newToken()
  await insertJoinLink(tx, {
    id,
    token,
    sealed: await seal(dataDir, token, purposeOf(id)),
    label: draft.label,
    role: draft.role,
    domain: draft.domain,
    maxUses: draft.max_uses,
    endsAt: draft.ends_at,
    createdBy: by.actor.id,
  })
  const { role, domain, max_uses, ends_at } = draft
  await recordAudit(tx, by, {
    action: 'join_link.created',
    item: itemOf({ id, label: draft.label }),
    details: { role, domain, max_uses, ends_at },
  })
  await publish(tx, { keys: ['invitations'], adminsOnly: true })
  return (await findJoinLink(tx, id))!
}

/**
 * The end of the link's address, to show it again.
 * @throws AppError 404 where there is no such link, 409 where it is over or the key is missing
 */
export async function readToken(db: Db, { dataDir }: Config, id: string): Promise<string> {
  const link = await findJoinLink(db, id)
  if (!link) throw noSuchLink()
  if (link.state !== 'open') throw conflict('not_open', 'This join link opens nothing any more')
  try {
    return await unseal(dataDir, await findSealedToken(db, id), purposeOf(id))
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error
    throw conflict(
      'key_missing',
      `This link still works, but it can’t be shown: ${error.message}. Please make a new one.`,
    )
  }
}

/**
 * Ends a link for good; one that was revoked before stays as it is.
 * @throws AppError 404 where there is no such link
 */
export async function revokeJoinLink(tx: Db, id: string, by: By): Promise<JoinLink> {
  await lockJoinLink(tx, id)
  const link = await findJoinLink(tx, id)
  if (!link) throw noSuchLink()
  if (link.state === 'revoked') return link
  await updateRevoked(tx, id)
  await recordAudit(tx, by, { action: 'join_link.revoked', item: itemOf(link) })
  await publish(tx, { keys: ['invitations'], adminsOnly: true })
  return (await findJoinLink(tx, id))!
}

export const noSuchLink = () => notFound('This join link does not exist')
