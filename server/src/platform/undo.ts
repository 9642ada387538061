import type { FastifyReply } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/connect.ts'
import type { SignedIn } from '../http/caller.ts'

/** A call that can be taken back by whoever made it. */
export interface UndoableCall {
  db: Db
  actor: SignedIn
  reply: FastifyReply
}

/** How each kind of change is kept; times are PostgreSQL's own texts of them. */
export interface UndoData {
  status: { id: string; before: 'active' | 'inactive' | 'pending'; revision: number }[]
  requirements: {
    type: 'policy' | 'test'
    itemId: string
    /** Rows of `requirements` as JSON; null where there was none, or is none any more. */
    changes: { before: object | null; after: object | null }[]
  }
  moved: {
    /** When they were moved, by which it is known that nobody did so since. */
    at: string
    rows: {
      id: string
      due_at: string | null
      due_set_at: string | null
      moved_at: string | null
    }[]
  }
  waived: string[]
}

export type UndoKind = keyof UndoData

/** So much of one change is kept; beyond, it can't be taken back in one go. */
const MOST = 1000

/** Keeps how something was, in the transaction of its change, and tells the caller by `X-Undo`. */
export async function rememberUndo<Kind extends UndoKind>(
  { db, actor, reply }: UndoableCall,
  kind: Kind,
  data: UndoData[Kind],
): Promise<void> {
  const count =
    'changes' in data ? data.changes.length : 'rows' in data ? data.rows.length : data.length
  // A program has the values of before itself.
  if (count === 0 || count > MOST || actor.key) return
  const id = uuidv7()
  await db
    .insertInto('undo_steps')
    .values({ id, user_id: actor.id, kind, data: JSON.stringify(data) })
    .execute()
  reply.header('X-Undo', id)
}
