import { canEditDrafts } from '@frontdesk/contract/permissions'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError, forbidden } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { insertNotifications } from '../notifications/notifications.queries.ts'
import { itemOf, tellOfDrafts } from './drafts.actions.ts'
import {
  findDraft,
  type HeldDraft,
  holdAuthor,
  listAdminsAmong,
  listDueDrafts,
  lockDueDraft,
  updateDate,
} from './drafts.queries.ts'
import { publishHeld } from './publish-draft.actions.ts'

/**
 * Publishes what is due, each in the name of who set its date and once, however many nodes run this. What
 * can't be published stays a draft, and its authors are told why.
 * @throws the first failure that says nothing of its draft, after all others had their turn
 */
export async function publishDue(
  db: Db,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  const failures: unknown[] = []
  for (const id of await listDueDrafts(db, now)) {
    if (signal?.aborted) return
    try {
      await inTransaction(db, async (tx) => publishOne(tx, id, now))
    } catch (error) {
      if (error instanceof AppError) {
        await inTransaction(db, async (tx) => noteFailure(tx, id, { now, why: error.message }))
      } else failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

const originOfJob = () => ({ ip: 'the server itself', userAgent: 'drafts', requestId: uuidv7() })

async function publishOne(tx: Db, id: string, now: Date): Promise<void> {
  const draft = await lockDueDraft(tx, id, now)
  if (!draft?.publish_by) return
  const author = await holdAuthor(tx, draft.publish_by)
  if (author.status !== 'active' || author.deleted_at !== null || !canEditDrafts(author)) {
    throw forbidden(`${author.name}, in whose name it was to be published, may no longer publish`)
  }
  const actor = { id: author.id, name: author.name }
  await publishHeld({ db: tx, actor, origin: originOfJob() }, draft, { overwrite: false })
}

async function noteFailure(
  tx: Db,
  id: string,
  { now, why }: { now: Date; why: string },
): Promise<void> {
  const held = await lockDueDraft(tx, id, now)
  if (!held) return
  const item = itemOf((await findDraft(tx, id))!)
  const reason = /[.!?]$/.test(why) ? why : `${why}.`
  await updateDate(tx, id, null, reason)
  await recordAudit(
    tx,
    { origin: originOfJob() },
    { action: 'draft.not_published', item, details: { reason } },
  )
  const people = await listAdminsAmong(tx, authorsOf(held))
  await insertNotifications(
    tx,
    people.map((userId) => ({
      user_id: userId,
      kind: 'authoring',
      source: `draft:${id}:${held.publish_at}`,
      facts: { about: 'draft', draft_id: id, title: item.title, reason },
    })),
  )
  await tellOfDrafts(tx)
}

const authorsOf = ({ publish_by: by, created_by: first, last_updated_by: last }: HeldDraft) =>
  by === null ? [first, last] : [by, first, last]
