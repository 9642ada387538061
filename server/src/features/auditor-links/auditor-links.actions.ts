import { type AuditorLink, MOST_AUDITOR_DAYS } from '@frontdesk/contract/auditor-links'
import { INVALID_AUDITOR_LINK } from '@frontdesk/contract/constants'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { AppError, notFound, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { consume } from '../../platform/rate-limit.ts'
import { countWrongLink } from '../accounts/count-wrong-link.ts'
import { findItem } from '../obligations/overview.queries.ts'
import {
  findAuditorLink,
  findByToken,
  insertAuditorLink,
  newToken,
  updateRevoked,
  updateViewed,
} from './auditor-links.queries.ts'

interface By {
  actor: SignedIn
  origin: Origin
}

/** Of one link; whoever reads page after page stays far below it. */
const LOOKS = { tries: 1200, windowSeconds: 3600 }
const DAY = 86_400_000
/** A day of 25 hours may be among them. */
const LONGEST = MOST_AUDITOR_DAYS * DAY + 3_600_000

const itemOf = ({ id, name }: Pick<AuditorLink, 'id' | 'name'>) => ({
  type: 'auditor_link',
  id,
  title: name,
})

export interface Draft {
  name: string
  user_id: string | null
  item_id: string | null
  from: string | null
  to: string | null
  includes_origin: boolean
  ends_at: string
}

const refuse = (code: string, field: string, sentence: string) =>
  unprocessable(code, sentence, { [field]: sentence })

/**
 * Makes a link.
 * @returns the link, and its token, which is told only now
 * @throws AppError 422 where it would end before it begins, or too late, or shows nothing that there is
 */
export async function createAuditorLink(
  tx: Db,
  draft: Draft,
  by: By,
): Promise<{ link: AuditorLink; token: string }> {
  const left = Date.parse(draft.ends_at) - Date.now()
  if (left <= 0)
    throw refuse('already_over', 'ends_at', 'Please choose a day that is still to come')
  if (left > LONGEST) {
    const sentence = `Please choose a day within ${MOST_AUDITOR_DAYS} days`
    throw refuse('too_long', 'ends_at', sentence)
  }
  if (draft.from !== null && Date.parse(draft.from) >= Date.parse(draft.to!)) {
    throw refuse('empty_range', 'to', 'Please choose a day that is not before the first one')
  }
  const itemId = await itemAskedFor(tx, draft)
  const id = uuidv7()
  const token = newToken()
  const { name, user_id, from, to, includes_origin, ends_at } = draft
  await insertAuditorLink(tx, {
    id,
    token,
    name,
    userId: user_id,
    itemId,
    from,
    to,
    includesOrigin: includes_origin,
    endsAt: ends_at,
    createdBy: by.actor.id,
  })
  const details = { user_id, item_id: itemId, from, to, includes_origin, ends_at }
  await recordAudit(tx, by, { action: 'auditor_link.created', item: itemOf({ id, name }), details })
  await publish(tx, { keys: ['auditor_links'], adminsOnly: true })
  return { link: (await findAuditorLink(tx, id))!, token }
}

/** A training is read through its quiz. */
async function itemAskedFor(tx: Db, draft: Draft): Promise<string | null> {
  const person = draft.user_id
    ? await tx.selectFrom('users').select('id').where('id', '=', draft.user_id).executeTakeFirst()
    : null
  if (person === undefined) throw refuse('no_such_person', 'user_id', 'This person does not exist')
  if (draft.item_id === null) return null
  const itemId = await findItem(tx, draft.item_id)
  if (!itemId) throw refuse('no_such_item', 'item_id', 'This item does not exist')
  return itemId
}

/**
 * Ends a link at once and for good; one that was revoked before stays as it is.
 * @throws AppError 404 where there is no such link
 */
export async function revokeAuditorLink(tx: Db, id: string, by: By): Promise<AuditorLink> {
  const revoked = await updateRevoked(tx, id)
  const link = await findAuditorLink(tx, id)
  if (!link) throw notFound('This link does not exist')
  if (revoked) {
    await recordAudit(tx, by, { action: 'auditor_link.revoked', item: itemOf(link) })
    await publish(tx, { keys: ['auditor_links'], adminsOnly: true })
  }
  return link
}

/** One sentence for all that opens nothing: a stranger learns nothing of links that were. */
const invalidLink = () => new AppError(404, 'invalid_auditor_link', INVALID_AUDITOR_LINK)

export interface Look {
  token: string
  origin: Origin
  /** Which page is looked at, for the audit trail. */
  page: string
}

/** The link that a token opens. @throws AppError 404 where it opens nothing (any more) */
export async function checkOpen(db: Db, token: string, origin: Origin): Promise<AuditorLink> {
  const known = await findByToken(db, token)
  if (known?.state === 'open') return known
  await countWrongLink(db, origin)
  throw invalidLink()
}

/**
 * Shows something of what a link is for, and writes down that it was looked at: neither happens without the other.
 * @throws AppError 404 where the token opens nothing (any more), 429 for too many looks
 */
export async function throughLink<T>(
  db: Db,
  { token, origin, page }: Look,
  read: (tx: Db, link: AuditorLink) => Promise<T>,
): Promise<T> {
  const known = await checkOpen(db, token, origin)
  await consume(db, `auditor:${known.id}`, LOOKS, 'Too many looks. Please try again in an hour.')
  return inTransaction(db, async (tx) => {
    await updateViewed(tx, known.id, page === 'open')
    // It may have been revoked meanwhile: now nobody can before this is over.
    const link = await findByToken(tx, token)
    if (link?.state !== 'open') throw invalidLink()
    const shown = await read(tx, link)
    await recordAudit(
      tx,
      { origin },
      {
        action: 'auditor_link.viewed',
        item: itemOf(link),
        details: { page },
        actor: { id: null, name: `${link.name} (auditor’s link)` },
      },
    )
    await publish(tx, { keys: ['auditor_links'], adminsOnly: true })
    return shown
  })
}
