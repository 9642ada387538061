import type { StaleKey } from '@frontdesk/contract/realtime'
import type { Assignment, Requirement, RequirementChange } from '@frontdesk/contract/requirements'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { notFound, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { findPerson } from '../users/users.queries.ts'
import {
  type Audience,
  deleteRequirement,
  findRequirement,
  findUnknownPeople,
  findUnknownTeams,
  insertRequirements,
  listRequirements,
  type RequiredItem,
  type Rhythm,
  updateRequirement,
} from './requirements.queries.ts'

/** An item that its feature found, and holds against being deleted meanwhile; the title is for the trail. */
export interface HeldItem extends RequiredItem {
  title: string
}

type Call = { db: Db; actor: SignedIn; origin: Origin }

/** What a browser holds of requirements of such an item. */
const STALE: Record<RequiredItem['type'], StaleKey[]> = {
  policy: ['policies', 'acknowledgments', 'obligations', 'me'],
  test: ['tests', 'trainings', 'obligations', 'me'],
}

/**
 * Requires an item of people, roles, teams or everyone, and returns of whom it is required then.
 * @throws AppError 422 where somebody is not here any more, or a team
 */
export async function assignItem(
  call: Call,
  item: HeldItem,
  assignment: Assignment,
): Promise<Requirement[]> {
  const { user_ids: userIds, team_ids: teamIds, roles, everyone } = assignment
  const unknown = await findUnknownPeople(call.db, userIds)
  if (unknown.length > 0) {
    const sentence = 'Some of these people are not here any more'
    throw unprocessable('unknown_people', sentence, { user_ids: sentence })
  }
  if ((await findUnknownTeams(call.db, teamIds)).length > 0) {
    const sentence = 'Some of these teams are not there any more'
    throw unprocessable('unknown_teams', sentence, { team_ids: sentence })
  }
  await requireOf(call, item, {
    audience: { userIds, roles, teamIds, everyone },
    dueAt: assignment.due_at ?? null,
    rhythm: rhythmOf(assignment),
  })
  return listRequirements(call.db, item)
}

/**
 * Requires an item of one person.
 * @throws AppError 404 where there is no such person, 422 where they are not active any more
 */
export async function requireOfPerson(
  call: Call,
  item: HeldItem,
  person: { id: string; dueAt: string | null },
): Promise<Requirement> {
  const { db } = call
  if (!(await findPerson(db, person.id, { inactiveToo: true }))) throw notFound('Person not found')
  if ((await findUnknownPeople(db, [person.id])).length > 0) {
    throw unprocessable('unknown_people', 'This person is not active')
  }
  const audience = { userIds: [person.id], roles: [], teamIds: [], everyone: false }
  await requireOf(call, item, { audience, dueAt: person.dueAt, rhythm: {} })
  return (await findRequirement(db, item, { userId: person.id }))!
}

const rhythmOf = (given: Pick<RequirementChange, 'recurrence' | 'window_days'>): Rhythm => ({
  recurrence: given.recurrence,
  windowDays: given.window_days,
})

async function requireOf(
  call: Call,
  item: HeldItem,
  wish: { audience: Audience; dueAt: string | null; rhythm: Rhythm },
) {
  const { db, actor } = call
  const { audience, rhythm } = wish
  const due = inUtc(wish.dueAt)
  await insertRequirements(db, { item, audience, dueAt: due, rhythm, createdBy: actor.id })
  const details = { ...audience, dueAt: due, ...rhythm }
  await recordAudit(db, call, { action: `${item.type}.assigned`, item, details })
  await publish(db, { keys: STALE[item.type] })
}

/**
 * Moves or removes the due date of one requirement, or changes how often it is asked for.
 * @throws AppError 404 where the item has no such requirement
 */
export async function changeRequirement(
  call: Call,
  item: HeldItem,
  id: string,
  change: RequirementChange,
): Promise<Requirement> {
  const { db } = call
  const before = await findRequirement(db, item, { id })
  const dueAt = inUtc(change.due_at)
  const rhythm = rhythmOf(change)
  if (!before || !(await updateRequirement(db, item, { id, dueAt, rhythm }))) {
    throw noSuchRequirement()
  }
  const after = (await findRequirement(db, item, { id }))!
  await recordAudit(db, call, {
    action: `${item.type}.due_date_changed`,
    item,
    details: {
      ...whomOf(before),
      dueAt: after.due_at,
      dueAtBefore: before.due_at,
      ...(change.recurrence !== undefined && {
        recurrence: after.recurrence,
        recurrenceBefore: before.recurrence,
      }),
    },
  })
  await publish(db, { keys: STALE[item.type] })
  return after
}

/**
 * Stops requiring an item of a person, a role or everyone.
 * @throws AppError 404 where the item has no such requirement
 */
export async function unassignItem(call: Call, item: HeldItem, id: string): Promise<void> {
  const { db } = call
  const before = await findRequirement(db, item, { id })
  if (!before || !(await deleteRequirement(db, item, id))) throw noSuchRequirement()
  await recordAudit(db, call, {
    action: `${item.type}.unassigned`,
    item,
    details: whomOf(before),
  })
  await publish(db, { keys: STALE[item.type] })
}

const noSuchRequirement = () => notFound('This is not required any more')

const whomOf = ({ user_id: userId, role, team_id: teamId, everyone }: Requirement) => ({
  ...(userId && { userId }),
  ...(role && { role }),
  ...(teamId && { teamId }),
  ...(everyone && { everyone }),
})

const inUtc = (moment: string | null) => (moment === null ? null : new Date(moment).toISOString())
