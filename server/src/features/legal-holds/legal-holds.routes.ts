import { type LegalHold, legalHoldEndpoints } from '@frontdesk/contract/legal-holds'
import { uuidv7 } from 'uuidv7'
import { conflict, notFound, unprocessable } from '../../http/errors.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import {
  findLegalHold,
  insertLegalHold,
  listLegalHolds,
  lockItem,
  lockLegalHold,
  lockPerson,
  updateLifted,
} from './legal-holds.queries.ts'

/** The audit trail tells of the person or item, so that its own history shows it. */
const itemOf = ({ user_id, item_type, item_id, title }: LegalHold) => ({
  type: item_type ?? 'user',
  id: (item_id ?? user_id)!,
  title,
})

export function legalHoldRoutes(mount: Mount): void {
  mount(legalHoldEndpoints.listLegalHolds, async ({ db, query, request, reply }) => {
    const page = await listLegalHolds(db, { ...query, limit: query.limit ?? DEFAULT_LIMIT })
    return sendPage({ request, reply }, page)
  })

  mount(legalHoldEndpoints.setLegalHold, async (call) => {
    const { db, actor, body } = call
    const { user_id: userId, item_type: itemType, item_id: itemId, reason, ends_at: endsAt } = body
    if (endsAt !== null && Date.parse(endsAt) <= Date.now()) {
      const sentence = 'Please choose a day that is still to come'
      throw unprocessable('already_over', sentence, { ends_at: sentence })
    }
    // Whoever deletes it right now is waited for; whoever comes later finds the hold.
    const title = userId
      ? await lockPerson(db, userId)
      : await lockItem(db, { type: itemType!, id: itemId! })
    if (title === undefined) throw notFound('What the hold is for does not exist')
    const id = uuidv7()
    await insertLegalHold(db, {
      id,
      userId,
      itemType,
      itemId,
      title,
      reason,
      endsAt,
      setBy: actor.id,
    })
    const hold = (await findLegalHold(db, id))!
    await recordAudit(db, call, {
      action: 'legal_hold.set',
      item: itemOf(hold),
      details: { hold_id: id, reason, ends_at: endsAt },
    })
    await publish(db, { keys: ['legal_holds'], adminsOnly: true })
    return hold
  })

  mount(legalHoldEndpoints.liftLegalHold, async (call) => {
    const { db, actor, params, body } = call
    await lockLegalHold(db, params.id)
    const hold = await findLegalHold(db, params.id)
    if (!hold) throw notFound('This legal hold does not exist')
    if (hold.state !== 'standing') throw conflict('not_standing', 'This legal hold is over')
    await updateLifted(db, hold.id, { by: actor.id, reason: body.reason })
    await recordAudit(db, call, {
      action: 'legal_hold.lifted',
      item: itemOf(hold),
      details: { hold_id: hold.id, reason: body.reason },
    })
    await publish(db, { keys: ['legal_holds'], adminsOnly: true })
    return (await findLegalHold(db, hold.id))!
  })
}
