import { draftEndpoints } from '@frontdesk/contract/drafts'
import type { Db } from '../../db/connect.ts'
import { requireScope } from '../../http/by-key.ts'
import type { SignedIn } from '../../http/caller.ts'
import { conflict, forbidden, notFound } from '../../http/errors.ts'
import { etagOf } from '../../http/etag.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { FileLinks } from '../trainings/file-links.ts'
import {
  countComments,
  deleteComment,
  findCommentAuthor,
  insertComment,
  listComments,
} from './draft-comments.queries.ts'
import {
  createDraft,
  itemOf,
  noSuchDraft,
  readDraft,
  tellOfDrafts,
  updateDraft,
} from './drafts.actions.ts'
import {
  countDrafts,
  deleteDraft,
  findDraft,
  listDrafts,
  lockDraft,
  updateDate,
} from './drafts.queries.ts'
import { dateDraft, publishDraft } from './publish-draft.actions.ts'

/** Nobody reads more of them, and what has no end would be read with each. */
const MOST_COMMENTS = 500

export function draftRoutes(mount: Mount, links: FileLinks): void {
  mount(draftEndpoints.listDrafts, async ({ db, query, request, reply }) => {
    const page = await listDrafts(db, { ...query, limit: query.limit ?? DEFAULT_LIMIT })
    return sendPage({ request, reply }, page, await countDrafts(db, query))
  })

  mount(draftEndpoints.createDraft, async (call) => {
    const { db, actor, body, request } = call
    const id = await createDraft(db, actor, body, request.headers['if-match'])
    const draft = (await findDraft(db, id))!
    await recordAudit(db, call, { action: 'draft.created', item: itemOf(draft) })
    call.reply.header('ETag', etagOf(draft))
    return readDraft(call, links, draft)
  })

  mount(draftEndpoints.getDraft, async (call) => {
    const draft = await findDraft(call.db, call.params.id)
    if (!draft) throw noSuchDraft()
    call.reply.header('ETag', etagOf(draft))
    return readDraft(call, links, draft)
  })

  mount(draftEndpoints.updateDraft, async (call) => {
    const { db, actor, params, body, request } = call
    const ifMatch = request.headers['if-match']
    await updateDraft(db, actor, params.id, { body: body.body, ifMatch })
    const draft = (await findDraft(db, params.id))!
    await recordAudit(db, call, { action: 'draft.saved', item: itemOf(draft) })
    call.reply.header('ETag', etagOf(draft))
    return readDraft(call, links, draft)
  })

  mount(draftEndpoints.deleteDraft, async (call) => {
    const { db, params } = call
    const held = await lockDraft(db, params.id)
    if (!held) throw noSuchDraft()
    const draft = (await findDraft(db, params.id))!
    await deleteDraft(db, params.id)
    await recordAudit(db, call, { action: 'draft.discarded', item: itemOf(draft) })
    await tellOfDrafts(db)
  })

  mount(draftEndpoints.publishDraft, async (call) => {
    const { db, actor, params, body, request } = call
    await requirePublishing(db, actor, params.id)
    return publishDraft(call, params.id, {
      overwrite: body.overwrite ?? false,
      ifMatch: request.headers['if-match'],
    })
  })

  mount(draftEndpoints.dateDraft, async (call) => {
    const { db, actor, params, body } = call
    if (body.publish_at === null) {
      if (!(await lockDraft(db, params.id))) throw noSuchDraft()
      await updateDate(db, params.id, null)
      await tellOfDrafts(db)
    } else {
      await requirePublishing(db, actor, params.id)
      await dateDraft(call, params.id, { at: body.publish_at, overwrite: body.overwrite ?? false })
    }
    const draft = (await findDraft(db, params.id))!
    await recordAudit(db, call, {
      action: body.publish_at === null ? 'draft.undated' : 'draft.dated',
      item: itemOf(draft),
      details: { publish_at: body.publish_at },
    })
    call.reply.header('ETag', etagOf(draft))
    return readDraft(call, links, draft)
  })

  commentRoutes(mount)
}

/** A key that writes drafts needs the scope of what a draft becomes, too. @throws AppError 403, 404 */
async function requirePublishing(db: Db, actor: SignedIn, id: string): Promise<void> {
  if (!actor.key) return
  const draft = await findDraft(db, id)
  if (!draft) throw noSuchDraft()
  requireScope(actor, draft.kind === 'policy' ? 'policies:write' : 'trainings:write')
}

function commentRoutes(mount: Mount): void {
  mount(draftEndpoints.listDraftComments, async ({ db, params }) => {
    if (!(await findDraft(db, params.id))) throw noSuchDraft()
    return listComments(db, params.id)
  })

  mount(draftEndpoints.createDraftComment, async (call) => {
    const { db, actor, params, body } = call
    if (!(await lockDraft(db, params.id))) throw noSuchDraft()
    if ((await countComments(db, params.id)) >= MOST_COMMENTS) {
      throw conflict('too_many', `A draft can have at most ${MOST_COMMENTS} comments`)
    }
    const draft = (await findDraft(db, params.id))!
    const comment = await insertComment(db, {
      draftId: draft.id,
      authorId: actor.id,
      body: body.body,
    })
    await recordAudit(db, call, { action: 'draft.commented', item: itemOf(draft) })
    await tellOfDrafts(db)
    return comment
  })

  mount(draftEndpoints.deleteDraftComment, async (call) => {
    const { db, actor, params } = call
    const draft = await findDraft(db, params.id)
    const authorId = await findCommentAuthor(db, params.id, params.comment_id)
    if (!draft || !authorId) throw notFound('Comment not found')
    if (authorId !== actor.id) throw forbidden('You can only take your own comments back')
    await deleteComment(db, params.comment_id)
    await recordAudit(db, call, { action: 'draft.comment_removed', item: itemOf(draft) })
    await tellOfDrafts(db)
  })
}
