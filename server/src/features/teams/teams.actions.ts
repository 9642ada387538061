import type { Team } from '@frontdesk/contract/teams'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { conflict, notFound, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { findUnknownPeople } from '../requirements/requirements.queries.ts'
import {
  deleteTeam,
  findTeam,
  insertTeam,
  lockTeam,
  renameTeam,
  replacePeople,
} from './teams.queries.ts'

/** Who changes teams, and from where. */
interface By {
  actor: SignedIn
  origin: Origin
}

type TeamDraft = Pick<Team, 'name' | 'member_ids' | 'manager_ids'>

const noSuchTeam = () => notFound('Team not found')
const itemOf = ({ id, name }: { id: string; name: string }) => ({ type: 'team', id, title: name })

/** @throws AppError 409 `name_taken`, 422 `unknown_people` */
export async function createTeam(db: Db, by: By, draft: TeamDraft): Promise<Team> {
  await refuseUnknown(db, draft)
  const id = await insertTeam(db, { name: draft.name, createdBy: by.actor.id }).catch(sayWhereTaken)
  await replacePeople(db, id, { memberIds: draft.member_ids, managerIds: draft.manager_ids })
  const team = (await findTeam(db, id))!
  await recordAudit(db, by, { action: 'team.created', item: itemOf(team), details: draft })
  await tell(db)
  return team
}

/**
 * Saves what is given and leaves the rest.
 * @param change sees the team as it is held; what it returns is saved
 * @throws AppError 404, 409 `name_taken`, 422 `unknown_people`
 */
export async function changeTeam(
  db: Db,
  by: By,
  id: string,
  change: (before: Team) => Partial<TeamDraft>,
): Promise<Team> {
  if (!(await lockTeam(db, id))) throw noSuchTeam()
  const before = (await findTeam(db, id))!
  const was = { name: before.name, member_ids: before.member_ids, manager_ids: before.manager_ids }
  const {
    name = was.name,
    member_ids = was.member_ids,
    manager_ids = was.manager_ids,
  } = change(before)
  const draft = { name, member_ids, manager_ids }
  await refuseUnknown(db, draft, [...before.member_ids, ...before.manager_ids])
  await renameTeam(db, id, name).catch(sayWhereTaken)
  await replacePeople(db, id, { memberIds: member_ids, managerIds: manager_ids })
  const team = (await findTeam(db, id))!
  await recordAudit(db, by, {
    action: 'team.changed',
    item: itemOf(team),
    details: { ...draft, was },
  })
  await tell(db)
  return team
}

/** @throws AppError 404 */
export async function removeTeam(db: Db, by: By, id: string): Promise<void> {
  const team = await lockTeam(db, id)
  if (!team) throw noSuchTeam()
  await deleteTeam(db, id)
  await recordAudit(db, by, { action: 'team.deleted', item: itemOf({ id, name: team.name }) })
  await tell(db)
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
