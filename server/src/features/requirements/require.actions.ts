import type { StaleKey } from '@frontdesk/contract/realtime'
import type { Assignment, Requirement, RequirementChange } from '@frontdesk/contract/requirements'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { notFound, unprocessable } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { rememberUndo, type UndoableCall, type UndoData } from '../../platform/undo.ts'
import { findPerson } from '../users/users.queries.ts'
import {
  type Audience,
  deleteRequirement,
  findRequirement,
  findUnknownPeople,
  findUnknownTeams,
  insertRequirements,
  holdRequirements,
  listRequirements,
  putRequirementBack,
  type RequiredItem,
  type Rhythm,
  updateRequirement,
} from './requirements.queries.ts'

/** An item that its feature found, and holds against being deleted meanwhile; the title is for the trail. */
export interface HeldItem extends RequiredItem {
  title: string
}

type Call = { db: Db; actor: SignedIn; origin: Origin }
/** One that its caller can take back. */
type ChangingCall = Call & UndoableCall

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
  call: ChangingCall,
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
  call: ChangingCall,
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
  call: ChangingCall,
  item: HeldItem,
  wish: { audience: Audience; dueAt: string | null; rhythm: Rhythm },
) {
  const { db, actor } = call
  const { audience, rhythm } = wish
  const due = inUtc(wish.dueAt)
  await undoably(call, item, async () =>
    insertRequirements(db, { item, audience, dueAt: due, rhythm, createdBy: actor.id }),
  )
  const details = { ...audience, dueAt: due, ...rhythm }
  await recordAudit(db, call, { action: `${item.type}.assigned`, item, details })
  await publish(db, { keys: STALE[item.type] })
}

/**
 * Moves or removes the due date of one requirement, or changes how often it is asked for.
 * @throws AppError 404 where the item has no such requirement
 */
export async function changeRequirement(
  call: ChangingCall,
  item: HeldItem,
  id: string,
  change: RequirementChange,
): Promise<Requirement> {
  const { db } = call
  const before = await findRequirement(db, item, { id })
  const dueAt = inUtc(change.due_at)
  const rhythm = rhythmOf(change)
  const wish = { id, dueAt, rhythm }
  if (!before || !(await undoably(call, item, async () => updateRequirement(db, item, wish)))) {
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
export async function unassignItem(call: ChangingCall, item: HeldItem, id: string): Promise<void> {
  const { db } = call
  const before = await findRequirement(db, item, { id })
  if (!before || !(await undoably(call, item, async () => deleteRequirement(db, item, id)))) {
    throw noSuchRequirement()
  }
  await recordAudit(db, call, {
    action: `${item.type}.unassigned`,
    item,
    details: whomOf(before),
  })
  await publish(db, { keys: STALE[item.type] })
}

/** Changes requirements of an item, and keeps how those were that are others then. */
async function undoably<Result>(
  call: ChangingCall,
  { type, id }: HeldItem,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = new Map(
    (await holdRequirements(call.db, { type, id })).map((one) => [one.id, one.row]),
  )
  const result = await change()
  // What others add meanwhile is not ours to take back.
  const after = new Map(
    (await holdRequirements(call.db, { type, id }))
      .filter((one) => one.isNew || before.has(one.id))
      .map((one) => [one.id, one.row]),
  )
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .map((key) => ({ before: before.get(key) ?? null, after: after.get(key) ?? null }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after))
  await rememberUndo(call, 'requirements', { type, itemId: id, changes })
  return result
}

/** Makes each as it was before, but those that somebody has changed since; returns of how many. */
export async function putRequirementsBack(
  call: Call,
  item: HeldItem,
  changes: UndoData['requirements']['changes'],
): Promise<number> {
  const { db } = call
  let count = 0
  for (const { before, after } of changes) {
    if (!(await putRequirementBack(db, item, { before, after }))) continue
    count += 1
    const what = before === null ? 'unassigned' : after === null ? 'assigned' : 'due_date_changed'
    const { user_id, role, team_id, everyone, due_at } = (before ?? after) as Requirement
    await recordAudit(db, call, {
      action: `${item.type}.${what}`,
      item,
      details: {
        ...whomOf({ user_id, role, team_id, everyone }),
        ...(before && { dueAt: inUtc(due_at) }),
        undone: true,
      },
    })
  }
  await publish(db, { keys: STALE[item.type] })
  return count
}

const noSuchRequirement = () => notFound('This is not required any more')

type Whom = Pick<Requirement, 'user_id' | 'role' | 'team_id' | 'everyone'>

const whomOf = ({ user_id: userId, role, team_id: teamId, everyone }: Whom) => ({
  ...(userId && { userId }),
  ...(role && { role }),
  ...(teamId && { teamId }),
  ...(everyone && { everyone }),
})

const inUtc = (moment: string | null) => (moment === null ? null : new Date(moment).toISOString())
