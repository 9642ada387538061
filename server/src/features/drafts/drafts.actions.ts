import {
  DRAFT_BODIES,
  type Draft,
  type DraftBody,
  type DraftKind,
} from '@frontdesk/contract/drafts'
import type { Db } from '../../db/connect.ts'
import type { Author, SignedIn } from '../../http/caller.ts'
import { checkInput } from '../../http/check-input.ts'
import { conflict, notFound, unprocessable } from '../../http/errors.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import { publish } from '../../platform/publish.ts'
import { noSuchPolicy } from '../policies/policies.actions.ts'
import { findPolicy, lockPolicy } from '../policies/policies.queries.ts'
import { type FileLinks, filesNamedIn, presentFile } from '../trainings/file-links.ts'
import { noSuchTraining } from '../trainings/no-such-training.ts'
import { listFiles } from '../trainings/trainings.files.queries.ts'
import { findTraining, lockTraining } from '../trainings/trainings.queries.ts'
import {
  findDraft,
  findDraftIdOf,
  type FoundDraft,
  insertDraft,
  lockDraft,
  updateBody,
} from './drafts.queries.ts'

export interface NewDraft {
  kind: DraftKind
  /** What publishing it changes; left out or null: it makes something new. */
  item_id?: string | null
  /** What adding or saving such an item takes, as far as it is written. */
  body: DraftBody
}

/** More than that no browser could send, and so none could save it. */
const MOST_BYTES = 1_000_000

export const noSuchDraft = () => notFound('Draft not found')

/** How the audit trail and notifications name a draft. */
export const itemOf = ({ id, kind, title }: { id: string; kind: DraftKind; title: string }) => ({
  type: 'draft',
  id,
  title: title === '' ? `Untitled ${kind}` : title,
})

/** Drafts are for admins alone: nobody else's browser hears that there are any. */
export const tellOfDrafts = async (db: Db) => publish(db, { keys: ['drafts'], adminsOnly: true })

/**
 * Begins a draft and returns its id. What is live stays as it is; the caller writes it down.
 * @param ifMatch the `ETag` of the item that the text was begun on, where known
 * @throws AppError 400 and 422 for a body that is none of its kind, 404 where the item is not there, 409
 * `draft_exists` where it has a draft, 409 `edit_conflict` with the item as it is now
 */
export async function createDraft(
  db: Db,
  actor: Author,
  draft: NewDraft,
  ifMatch?: string,
): Promise<string> {
  const { kind, item_id: itemId = null } = draft
  const body = bodyOfKind(kind, draft.body)
  const item = itemId === null ? null : await holdItem(db, kind, itemId)
  if (itemId !== null && item) {
    await refuseIfChanged(item, {
      ifMatch,
      sentence: `Somebody else has saved this ${kind} in the meantime`,
      findCurrent: async () =>
        kind === 'policy' ? findPolicy(db, actor.id, itemId) : findTraining(db, 'all', itemId),
    })
  }
  const basedOn = item?.revision ?? null
  const id = await insertDraft(db, { kind, itemId, basedOn, body, createdBy: actor.id })
  if (!id) {
    throw conflict('draft_exists', `There is a draft of this ${kind} already`, {
      draft_id: await findDraftIdOf(db, itemId!),
    })
  }
  await tellOfDrafts(db)
  return id
}

/**
 * Saves the text of a draft.
 * @param ifMatch the `ETag` that the editor started from, where known
 * @throws AppError 404, 400 and 422 as above, or 409 `edit_conflict` with the draft as it is now
 */
export async function updateDraft(
  db: Db,
  actor: Author,
  id: string,
  { body, ifMatch }: { body: DraftBody; ifMatch: string | undefined },
): Promise<void> {
  const stored = await lockDraft(db, id)
  if (!stored) throw noSuchDraft()
  const checked = bodyOfKind(stored.kind, body)
  await refuseIfChanged(stored, {
    ifMatch,
    sentence: 'Somebody else has saved this draft in the meantime',
    findCurrent: async () => findDraft(db, id),
  })
  await updateBody(db, id, { body: checked, updatedBy: actor.id })
  await tellOfDrafts(db)
}

function bodyOfKind(kind: DraftKind, body: DraftBody): DraftBody {
  const checked = checkInput(DRAFT_BODIES[kind], body, 'body')
  if (Buffer.byteLength(JSON.stringify(checked)) > MOST_BYTES) {
    throw unprocessable('too_large', 'This draft is too long to be kept. Please make it shorter')
  }
  return checked
}

/** An item that nobody else saves meanwhile. @throws AppError 404 */
export async function holdItem(db: Db, kind: DraftKind, id: string): Promise<{ revision: number }> {
  const item = await (kind === 'policy' ? lockPolicy : lockTraining)(db, id, 'share')
  if (!item) throw kind === 'policy' ? noSuchPolicy() : noSuchTraining()
  return item
}

/** A draft as one session reads it, with the files that its sections name. */
export async function readDraft(
  { db, actor }: { db: Db; actor: SignedIn },
  links: FileLinks,
  draft: FoundDraft,
): Promise<Draft> {
  const named = draft.kind === 'training' ? filesNamedIn(JSON.stringify(draft.body)) : []
  const files = await listFiles(db, [...new Set(named)])
  return { ...draft, files: files.map((file) => presentFile(file, links, actor.sessionId)) }
}
