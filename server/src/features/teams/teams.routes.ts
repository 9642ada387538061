import { teamEndpoints } from '@frontdesk/contract/teams'
import type { Db } from '../../db/connect.ts'
import { conflict, notFound, unprocessable } from '../../http/errors.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { findUnknownPeople } from '../requirements/requirements.queries.ts'
import {
  deleteTeam,
  findTeam,
  insertTeam,
  listManagedTeams,
  listTeams,
  lockTeam,
  renameTeam,
  replacePeople,
} from './teams.queries.ts'

const noSuchTeam = () => notFound('Team not found')
const itemOf = ({ id, name }: { id: string; name: string }) => ({ type: 'team', id, title: name })

export function teamRoutes(mount: Mount): void {
  mount(teamEndpoints.listTeams, async ({ db, query, request, reply }) => {
    const { cursor, limit = DEFAULT_LIMIT } = query
    return sendPage({ request, reply }, await listTeams(db, { cursor, limit }))
  })

  mount(teamEndpoints.listManagedTeams, async ({ db, actor }) => listManagedTeams(db, actor.id))

  mount(teamEndpoints.createTeam, async (call) => {
    const { db, actor, body } = call
    await refuseUnknown(db, body)
    const id = await insertTeam(db, { name: body.name, createdBy: actor.id }).catch(sayWhereTaken)
    await replacePeople(db, id, { memberIds: body.member_ids, managerIds: body.manager_ids })
    const team = (await findTeam(db, id))!
    await recordAudit(db, call, { action: 'team.created', item: itemOf(team), details: body })
    await tell(db)
    return team
  })

  mount(teamEndpoints.updateTeam, async (call) => {
    const { db, params } = call
    if (!(await lockTeam(db, params.id))) throw noSuchTeam()
    const before = (await findTeam(db, params.id))!
    const { member_ids = before.member_ids, manager_ids = before.manager_ids } = call.body
    const body = { name: call.body.name, member_ids, manager_ids }
    await refuseUnknown(db, body, [...before.member_ids, ...before.manager_ids])
    await renameTeam(db, params.id, body.name).catch(sayWhereTaken)
    await replacePeople(db, params.id, {
      memberIds: body.member_ids,
      managerIds: body.manager_ids,
    })
    const team = (await findTeam(db, params.id))!
    const was = {
      name: before.name,
      member_ids: before.member_ids,
      manager_ids: before.manager_ids,
    }
    await recordAudit(db, call, {
      action: 'team.changed',
      item: itemOf(team),
      details: { ...body, was },
    })
    await tell(db)
    return team
  })

  mount(teamEndpoints.deleteTeam, async (call) => {
    const { db, params } = call
    const team = await lockTeam(db, params.id)
    if (!team) throw noSuchTeam()
    await deleteTeam(db, params.id)
    await recordAudit(db, call, {
      action: 'team.deleted',
      item: itemOf({ id: params.id, name: team.name }),
    })
    await tell(db)
  })
}

/** Whoever is in the team already may have left since. */
async function refuseUnknown(
  db: Db,
  body: { member_ids: string[]; manager_ids: string[] },
  known: string[] = [],
): Promise<void> {
  const asked = [...new Set([...body.member_ids, ...body.manager_ids])]
  const unknown = await findUnknownPeople(
    db,
    asked.filter((id) => !known.includes(id)),
  )
  if (unknown.length === 0) return
  const sentence = 'Some of these people are not here any more'
  const isMember = unknown.some((id) => body.member_ids.includes(id))
  throw unprocessable('unknown_people', sentence, {
    [isMember ? 'member_ids' : 'manager_ids']: sentence,
  })
}

const TAKEN = '23505'

function sayWhereTaken(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === TAKEN)) throw error
  const sentence = 'There is a team of this name already'
  throw conflict('name_taken', sentence)
}

async function tell(db: Db): Promise<void> {
  await publish(db, {
    keys: [
      'teams',
      'obligations',
      'users',
      'policies',
      'acknowledgments',
      'trainings',
      'tests',
      'me',
    ],
  })
}
