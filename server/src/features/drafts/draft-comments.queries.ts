import type { DraftComment } from '@frontdesk/contract/drafts'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

function comments(db: Db) {
  return db
    .selectFrom('draft_comments')
    .innerJoin('users as author', 'author.id', 'draft_comments.author_id')
    .select([
      'draft_comments.id',
      'draft_comments.author_id',
      'author.name as author_name',
      'draft_comments.body',
      'draft_comments.created_at',
    ])
}

/** The oldest first. */
export async function listComments(db: Db, draftId: string): Promise<DraftComment[]> {
  return comments(db)
    .where('draft_id', '=', draftId)
    .orderBy('draft_comments.created_at')
    .orderBy('draft_comments.id')
    .execute()
}

export async function countComments(db: Db, draftId: string): Promise<number> {
  const { count } = await db
    .selectFrom('draft_comments')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('draft_id', '=', draftId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertComment(
  db: Db,
  comment: { draftId: string; authorId: string; body: string },
): Promise<DraftComment> {
  const id = uuidv7()
  await db
    .insertInto('draft_comments')
    .values({ id, draft_id: comment.draftId, author_id: comment.authorId, body: comment.body })
    .execute()
  return comments(db).where('draft_comments.id', '=', id).executeTakeFirstOrThrow()
}

/** Whose comment of a draft it is; undefined where there is none. */
export async function findCommentAuthor(
  db: Db,
  draftId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('draft_comments')
    .select('author_id')
    .where('draft_id', '=', draftId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.author_id
}

export async function deleteComment(db: Db, id: string): Promise<void> {
  await db.deleteFrom('draft_comments').where('id', '=', id).execute()
}
