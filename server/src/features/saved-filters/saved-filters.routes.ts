import { canShareFilters } from '@frontdesk/contract/permissions'
import { type SavedFilter, savedFilterEndpoints } from '@frontdesk/contract/saved-filters'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { AppError, notFound, unprocessable } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import {
  countSavedFilters,
  deleteSavedFilter,
  findSavedFilters,
  insertSavedFilter,
  type Looker,
  setDefaultFilter,
  updateSavedFilter,
} from './saved-filters.queries.ts'

/** Of one person and list; a menu of more is none. */
const MOST = 50

const itemOf = ({ id, name }: { id: string; name: string }) => ({
  type: 'saved_filter',
  id,
  title: name,
})
const lookerOf = (actor: SignedIn): Looker => ({
  id: actor.id,
  isAdmin: canShareFilters(actor),
})

export function savedFilterRoutes(mount: Mount): void {
  mount(savedFilterEndpoints.listSavedFilters, async ({ db, actor, query }) =>
    findSavedFilters(db, lookerOf(actor), query),
  )

  mount(savedFilterEndpoints.createSavedFilter, async (call) => {
    const { db, actor, body } = call
    if (body.shared) refuseUnlessSharing(actor)
    if ((await countSavedFilters(db, { userId: actor.id, list: body.list })) >= MOST) {
      throw unprocessable('too_many', `You have ${MOST} filters of this list; delete one first`)
    }
    const id = await insertSavedFilter(db, { userId: actor.id, ...body }).catch(sayWhereTaken)
    const { list, query, shared, name } = body
    const details = { list, query, shared }
    const item = itemOf({ id, name })
    await recordAudit(db, call, { action: 'saved_filter.created', item, details })
    await tell(db)
    return findOrRefuse(db, actor, id)
  })

  mount(savedFilterEndpoints.updateSavedFilter, async (call) => {
    const { db, actor, params, body } = call
    if (body.shared) refuseUnlessSharing(actor)
    const own = { id: params.id, userId: actor.id }
    if (!(await updateSavedFilter(db, own, body).catch(sayWhereTaken))) throw noSuchFilter()
    const filter = await findOrRefuse(db, actor, params.id)
    const details = { list: filter.list, ...body }
    const item = itemOf(filter)
    await recordAudit(db, call, { action: 'saved_filter.changed', item, details })
    await tell(db)
    return filter
  })

  mount(savedFilterEndpoints.setDefaultFilter, async (call) => {
    const { db, actor, params, body } = call
    const filter = await findOrRefuse(db, actor, params.id)
    await setDefaultFilter(db, { userId: actor.id, filter, isDefault: body.is_default })
    const details = { list: filter.list, is_default: body.is_default }
    const item = itemOf(filter)
    await recordAudit(db, call, { action: 'saved_filter.default_changed', item, details })
    await publish(db, { keys: ['saved_filters'], userIds: [actor.id] })
    return findOrRefuse(db, actor, params.id)
  })

  mount(savedFilterEndpoints.deleteSavedFilter, async (call) => {
    const { db, actor, params } = call
    const deleted = await deleteSavedFilter(db, { id: params.id, userId: actor.id })
    if (!deleted) throw noSuchFilter()
    const { name, list } = deleted
    const item = itemOf({ id: params.id, name })
    await recordAudit(db, call, { action: 'saved_filter.deleted', item, details: { list } })
    await tell(db)
  })
}

const noSuchFilter = () => notFound('Filter not found')

async function findOrRefuse(db: Db, actor: SignedIn, id: string): Promise<SavedFilter> {
  const [filter] = await findSavedFilters(db, lookerOf(actor), { id })
  if (!filter) throw noSuchFilter()
  return filter
}

function refuseUnlessSharing(actor: SignedIn): void {
  if (!canShareFilters(actor)) throw new AppError(403, 'forbidden', 'Only admins share filters')
}

/** Shared or not, its owner may have other pages open. */
const tell = async (db: Db) => publish(db, { keys: ['saved_filters'] })

function sayWhereTaken(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error
  const sentence = 'You have a filter of this name already'
  throw new AppError(409, 'name_taken', sentence, { fields: { name: sentence } })
}
