import type { Output } from '@frontdesk/contract/endpoint'
import type { EvidencePack, evidencePackEndpoints } from '@frontdesk/contract/evidence-packs'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { conflict, notFound, unprocessable } from '../../http/errors.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { addJob } from '../../platform/jobs.ts'
import { MAKE_PACK, tellOfPacks } from './make-pack.actions.ts'
import {
  countOpenPacks,
  deletePack,
  endOldPacks,
  findPack,
  insertPack,
  listForgottenPacks,
  listKnownPackKeys,
  listUnknown,
  type PackScope,
} from './packs.queries.ts'

/** They are made one after the other. */
const MOST_OPEN = 5

export const noSuchPack = () => notFound('This pack is no longer there')

/** How the audit trail names one. */
export const itemOfPack = ({ id, created_at: made }: { id: string; created_at: string }) => ({
  type: 'evidence_pack',
  id,
  title: `Pack of ${made.slice(0, 10)}`,
})

type Wishes = Output<typeof evidencePackEndpoints.createEvidencePack.body>

/** Writes down what is wanted and has it made. @throws AppError 409 `too_many`, 422 */
export async function createPack(db: Db, actor: SignedIn, wishes: Wishes): Promise<EvidencePack> {
  const iso = (time: string | undefined) => (time ? new Date(time).toISOString() : null)
  const ids = (some: string[] | undefined) => (some ? [...new Set(some)].toSorted() : null)
  const scope: PackScope = {
    userIds: ids(wishes.user_ids),
    itemIds: ids(wishes.item_ids),
    from: iso(wishes.from),
    to: iso(wishes.to),
  }
  const asOf = iso(wishes.as_of)
  await checkWishes(db, scope, asOf)
  if ((await countOpenPacks(db)) >= MOST_OPEN) {
    throw conflict('too_many', 'Several packs are being made already. Please wait for one of them')
  }
  const id = await insertPack(db, { scope, asOf, createdBy: actor.id })
  await addMaking(db, id)
  await tellOfPacks(db)
  return (await findPack(db, id))!
}

async function checkWishes(db: Db, scope: PackScope, asOf: string | null): Promise<void> {
  const refuse = (field: string, sentence: string) =>
    unprocessable('not_possible', sentence, { [field]: sentence })
  if (scope.from !== null && scope.to !== null && scope.from >= scope.to) {
    throw refuse('to', 'The end must be after the beginning')
  }
  if (asOf !== null && asOf > new Date().toISOString()) {
    throw refuse('as_of', 'Please choose a day that has been')
  }
  const unknown = await listUnknown(db, scope)
  if (unknown.people > 0) throw refuse('user_ids', 'One of the chosen people is not there')
  if (unknown.items > 0) throw refuse('item_ids', 'One of the chosen items is not there')
}

/** In one queue: making one costs others enough. */
const addMaking = async (db: Db, id: string) =>
  addJob(db, MAKE_PACK, { pack_id: id }, { key: `${MAKE_PACK}:${id}`, queue: MAKE_PACK })

/** Forgets a pack; its file is the caller's to remove, once that is committed. @throws AppError 404 */
export async function removePack(db: Db, id: string) {
  const removed = await deletePack(db, id)
  if (!removed) throw noSuchPack()
  await tellOfPacks(db)
  return removed
}

/** Has those made again whose server died. */
export async function requeueForgottenPacks(db: Db): Promise<void> {
  for (const id of await listForgottenPacks(db)) await addMaking(db, id)
}

/** Removes what has ended, and files that a crash left. Runs hourly. */
export async function tidyPacks(db: Db, files: FileStore): Promise<void> {
  const ended = await endOldPacks(db)
  if (ended.length > 0) {
    await files.remove(ended)
    await tellOfPacks(db)
  }
  await files.removeOrphans(async (keys) => listKnownPackKeys(db, keys))
}
