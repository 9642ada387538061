import { type ApiKey, MOST_KEYS } from '@frontdesk/contract/api-keys'
import { KEY_DAYS } from '@frontdesk/contract/scopes'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { newKey } from '../../http/api-key.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { notFound, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { apiKeyMail } from './api-key-mail.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'
import {
  countOpenKeys,
  findApiKey,
  findOwnerEmail,
  insertApiKey,
  updateRevoked,
} from './api-keys.queries.ts'

interface By {
  actor: SignedIn
  origin: Origin
}

const DAY = 86_400_000
/** A day of 25 hours may be among them. */
const LONGEST = KEY_DAYS.most * DAY + 3_600_000

const itemOf = ({ id, name }: Pick<ApiKey, 'id' | 'name'>) => ({ type: 'api_key', id, title: name })

function endOf(asked: string | undefined): string {
  const end = asked ? Date.parse(asked) : Date.now() + KEY_DAYS.usual * DAY
  const left = end - Date.now()
  const refuse = (code: string, sentence: string) =>
    unprocessable(code, sentence, { expires_at: sentence })
  if (left <= 0) throw refuse('already_over', 'Please choose a day that is still to come')
  if (left > LONGEST) throw refuse('too_long', `Please choose a day within ${KEY_DAYS.most} days`)
  return new Date(end).toISOString()
}

/**
 * Makes a key in the caller's name, and tells them by mail.
 * @returns the key itself beside it, which is told only now
 * @throws AppError 422 for an end that is over or too late, or where they have too many
 */
export async function createApiKey(
  tx: Db,
  draft: { name: string; scopes: string[]; expires_at?: string },
  by: By,
): Promise<ApiKey & { key: string }> {
  const { actor } = by
  const expiresAt = endOf(draft.expires_at)
  if ((await countOpenKeys(tx, actor.id)) >= MOST_KEYS) {
    throw unprocessable('too_many_keys', 'Please revoke a key first: you have too many')
  }
  const id = uuidv7()
  const { key, publicId } = newKey()
  const { name } = draft
  const scopes = [...new Set(draft.scopes)].sort()
  await insertApiKey(tx, { id, key, publicId, userId: actor.id, name, scopes, expiresAt })
  await recordAudit(tx, by, {
    action: 'api_key.created',
    item: itemOf({ id, name }),
    details: { scopes: scopes.join(', '), expires_at: expiresAt },
  })
  const mail = { change: 'created', name } as const
  await queueMail(tx, apiKeyMail, { to: actor.email, data: mail, userId: actor.id })
  await publish(tx, { keys: ['api_keys'], adminsOnly: true })
  return { ...(await findApiKey(tx, id))!, key }
}

/**
 * Ends a key at once and for good; one that was over before stays as it is.
 * @throws AppError 404 where there is no such key
 */
export async function revokeApiKey(tx: Db, id: string, by: By): Promise<ApiKey> {
  const revoked = await updateRevoked(tx, id)
  const key = await findApiKey(tx, id)
  if (!key) throw notFound('This key does not exist')
  if (!revoked) return key
  await recordAudit(tx, by, {
    action: 'api_key.revoked',
    item: itemOf(key),
    details: { owner: key.owner_name },
  })
  const isOwn = key.owner_id === by.actor.id
  await queueMail(tx, apiKeyMail, {
    to: await findOwnerEmail(tx, key.owner_id),
    data: { change: 'revoked', name: key.name, ...(!isOwn && { by: by.actor.name }) },
    userId: key.owner_id,
  })
  await publish(tx, { keys: ['api_keys'], adminsOnly: true })
  // What is being sent by it ends too.
  await publish(tx, { keys: [], endedSessionsOf: key.owner_id })
  return key
}
