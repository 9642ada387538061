import type { DraftKind } from '@frontdesk/contract/drafts'
import type { Output, Schema } from '@frontdesk/contract/endpoint'
import { policyEndpoints } from '@frontdesk/contract/policies'
import { trainingEndpoints } from '@frontdesk/contract/trainings'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Author, Origin } from '../../http/caller.ts'
import { checkInput } from '../../http/check-input.ts'
import { AppError, conflict, unprocessable } from '../../http/errors.ts'
import { etagOf, matchesEtag } from '../../http/etag.ts'
import { addPolicy, savePolicy } from '../policies/save-policy.actions.ts'
import { addTraining, saveTraining } from '../trainings/save-training.actions.ts'
import { holdItem, noSuchDraft, tellOfDrafts } from './drafts.actions.ts'
import {
  deleteDraft,
  findDraft,
  type HeldDraft,
  lockDraft,
  updateBasedOn,
  updateDate,
  updateOrigin,
} from './drafts.queries.ts'

/** Who publishes, and from where. */
export interface Publishing {
  db: Db
  actor: Author
  origin: Origin
}

export interface Published {
  kind: DraftKind
  item_id: string
}

/**
 * Makes a draft live, as adding or saving its item does, and removes it.
 * @param how.overwrite whether to replace what was saved after the draft was begun
 * @param how.ifMatch the `ETag` of the draft that the caller saw, where known
 * @throws AppError 404; 409 `draft_changed`; and those of `publishHeld`
 */
export async function publishDraft(
  call: Publishing,
  id: string,
  how: { overwrite: boolean; ifMatch: string | undefined },
): Promise<Published> {
  const { db } = call
  const draft = await lockDraft(db, id)
  if (!draft) throw noSuchDraft()
  if (how.ifMatch && !matchesEtag(how.ifMatch, etagOf(draft))) {
    throw conflict('draft_changed', 'Somebody else has saved this draft in the meantime', {
      current: await findDraft(db, id),
    })
  }
  return publishHeld(call, draft, how)
}

/**
 * The same of a draft that is held.
 * @throws AppError 422 where it is incomplete; 409 `edit_conflict` where its item was saved after it was
 * begun, with the item as it is now; 409 `item_gone` where the item was deleted or archived
 */
export async function publishHeld(
  call: Publishing,
  draft: HeldDraft,
  { overwrite }: { overwrite: boolean },
): Promise<Published> {
  const itemId = await saveItem(call, draft, overwrite)
  if (draft.import_id !== null) await updateOrigin(call.db, itemId, draft.import_id)
  await deleteDraft(call.db, draft.id)
  await tellOfDrafts(call.db)
  return { kind: draft.kind, item_id: itemId }
}

async function saveItem(call: Publishing, draft: HeldDraft, overwrite: boolean): Promise<string> {
  const { kind, item_id: itemId, based_on: basedOn, body } = draft
  if (itemId === null || basedOn === null) {
    const { id } =
      kind === 'policy'
        ? await addPolicy(call, completed(policyEndpoints.createPolicy.body, body))
        : await addTraining(call, completed(trainingEndpoints.createTraining.body, body))
    return id
  }
  const ifMatch = overwrite ? undefined : etagOf({ revision: basedOn })
  try {
    if (kind === 'policy') {
      const whole = completed(policyEndpoints.updatePolicy.body, body)
      await savePolicy(call, itemId, whole, ifMatch)
    } else {
      const whole = completed(trainingEndpoints.updateTraining.body, body)
      await saveTraining(call, itemId, whole, ifMatch)
    }
  } catch (error) {
    throw error instanceof AppError && error.status === 404 ? itemGone(kind) : error
  }
  return itemId
}

const itemGone = (kind: DraftKind) =>
  conflict(
    'item_gone',
    kind === 'policy'
      ? 'The policy that this draft changes was deleted'
      : 'The training that this draft changes was archived',
  )

/** What a draft lacks breaks a rule, where the same in a request may be malformed. @throws AppError 422 */
function completed<S extends Schema>(schema: S, body: unknown): Output<S> {
  try {
    return checkInput(schema, body, 'body')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw unprocessable('invalid', error.message, error.fields)
  }
}

/**
 * Has a draft published by itself; what could not be published now is refused now.
 * @param date.at ISO 8601
 * @param date.overwrite whether to replace what was saved after the draft was begun
 * @throws AppError 404, 422 for a moment that is over, and those of publishing
 */
export async function dateDraft(
  call: Publishing,
  id: string,
  date: { at: string; overwrite: boolean },
): Promise<void> {
  const { db, actor } = call
  const draft = await lockDraft(db, id)
  if (!draft) throw noSuchDraft()
  const at = new Date(date.at)
  if (at.getTime() <= Date.now()) {
    const sentence = 'Please choose a time that is still to come'
    throw unprocessable('not_ahead', sentence, { publish_at: sentence })
  }
  if (date.overwrite && draft.item_id !== null) {
    const { revision } = await holdItem(db, draft.kind, draft.item_id)
    await updateBasedOn(db, id, revision)
  }
  await tryOut(call, draft, date.overwrite)
  await updateDate(db, id, { at: at.toISOString(), by: actor.id })
  await tellOfDrafts(db)
}

/** Publishes and takes all of it back: what stands in the way is thrown. */
async function tryOut(call: Publishing, draft: HeldDraft, overwrite: boolean): Promise<void> {
  await sql`savepoint trial`.execute(call.db)
  try {
    await saveItem(call, draft, overwrite)
  } finally {
    await sql`rollback to savepoint trial`.execute(call.db)
  }
}
