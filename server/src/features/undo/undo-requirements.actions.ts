import type { Undone } from '@frontdesk/contract/undo'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import type { UndoData } from '../../platform/undo.ts'
import { findVersion, lockPolicy } from '../policies/policies.queries.ts'
import { type HeldItem, putRequirementsBack } from '../requirements/require.actions.ts'
import { holdTest } from '../assessments/attempts.queries.ts'

type Call = { db: Db; actor: SignedIn; origin: Origin }

/** Makes it required again as it was; of an item that was deleted since nothing is required. */
export async function undoRequirements(
  call: Call,
  { type, itemId, changes }: UndoData['requirements'],
): Promise<Undone> {
  const item = await holdItem(call.db, type, itemId)
  if (!item) return { undone: 0, left: changes.length }
  const undone = await putRequirementsBack(call, item, changes)
  return { undone, left: changes.length - undone }
}

async function holdItem(
  db: Db,
  type: 'policy' | 'test',
  id: string,
): Promise<HeldItem | undefined> {
  if (type === 'policy') {
    const policy = await lockPolicy(db, id, 'share')
    if (!policy) return undefined
    const { title } = await findVersion(db, id, policy.current_version)
    return { type, id, title }
  }
  const test = await holdTest(db, { testId: id })
  if (!test || test.archived_at) return undefined
  return { type, id, title: test.title }
}
