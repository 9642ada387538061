import type { Db } from '../../db/connect.ts'
import { notFound } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { changeTeam, createTeam } from '../teams/teams.actions.ts'
import type { AdminCall } from '../users/change-person.actions.ts'
import type { GroupChange } from './group-change.ts'
import { badRequest } from './scim-error.ts'
import { findScimGroup, type ScimGroupRow, updateExternalId } from './scim-groups.queries.ts'

/** @throws AppError 404 */
export async function findGroupOrRefuse(db: Db, id: string): Promise<ScimGroupRow> {
  const group = await findScimGroup(db, id)
  if (!group) throw notFound('There is no such group')
  return group
}

/** Adds a team without managers. @throws AppError 400, 409 where its name or externalId is taken */
export async function addGroup(
  tx: Db,
  call: AdminCall,
  { name, external_id: externalId, members }: GroupChange,
): Promise<ScimGroupRow> {
  if (name === undefined) throw badRequest('invalidValue', '“displayName” is needed')
  const draft = { name, member_ids: members?.([]) ?? [], manager_ids: [] }
  const { id } = await createTeam(tx, call, draft)
  if (externalId) await updateExternalId(tx, id, externalId)
  return findGroupOrRefuse(tx, id)
}

/** Changes a team and leaves its managers as they are. @throws AppError 404, 400, 409 */
export async function changeGroup(
  tx: Db,
  call: AdminCall,
  id: string,
  { name, external_id: externalId, members }: GroupChange,
): Promise<ScimGroupRow> {
  if (name !== undefined || members) {
    await changeTeam(tx, call, id, (before) => ({
      ...(name !== undefined && { name }),
      ...(members && { member_ids: members(before.member_ids) }),
    }))
  }
  const before = await findGroupOrRefuse(tx, id)
  if (externalId === undefined || externalId === before.external_id) return before
  await updateExternalId(tx, id, externalId)
  await recordAudit(tx, call, {
    action: 'team.changed',
    item: { type: 'team', id, title: before.name },
    details: { external_id: externalId, was: { external_id: before.external_id } },
  })
  return findGroupOrRefuse(tx, id)
}
