import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { UndoData, UndoKind } from '../../platform/undo.ts'

/** For longer than the message with the button stays. */
const UNDONE_WITHIN = '10 minutes'

/** One thing to take back, with what its kind keeps. */
export type UndoStep = { [Kind in UndoKind]: { kind: Kind; data: UndoData[Kind] } }[UndoKind]

/** Takes the step out, so that nobody takes it back twice; undefined where it is another's, gone or too old. */
export async function takeStep(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<UndoStep | undefined> {
  const step = await db
    .deleteFrom('undo_steps')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(sql<boolean>`created_at > now() - ${UNDONE_WITHIN}::interval`)
    .returning(['kind', 'data'])
    .executeTakeFirst()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `rememberUndo` wrote it
  return step as UndoStep | undefined
}

/** Removes what nobody can take back any more. */
export async function deleteOldSteps(db: Db): Promise<void> {
  await db
    .deleteFrom('undo_steps')
    .where(sql<boolean>`created_at <= now() - ${UNDONE_WITHIN}::interval`)
    .execute()
}
