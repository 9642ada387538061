import type { Db } from '../../db/connect.ts'
import { AppError, conflict, notFound } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { addGuest, inviteUnlessOpen } from '../invitations/invite.actions.ts'
import { lockTeamMember, updateTeamMember } from '../users/admin-users.queries.ts'
import { type AdminCall, changePerson } from '../users/change-person.actions.ts'
import { sayWhereTaken } from '../users/refusals.ts'
import { badRequest } from './scim-error.ts'
import {
  findScimUser,
  findWhoLeft,
  markLeft,
  type ScimUserRow,
  unmarkLeft,
  updatePhoneKind,
} from './scim-users.queries.ts'
import { namesIn, type Phone, type UserChange } from './user-change.ts'

export const withoutUserName = () =>
  badRequest('invalidValue', '“userName” is needed: an email address')

/** @throws AppError 404 */
export async function findOrRefuse(db: Db, id: string): Promise<ScimUserRow> {
  const person = await findScimUser(db, id)
  if (!person) throw notFound('There is no such user')
  return person
}

/**
 * Invites an agent, who is told by mail how to come in; inactive, who is told nothing yet. Whom the
 * directory deleted before comes back as who they were.
 * @throws AppError 400 without a userName, 409 where it or the externalId is taken
 */
export async function addUser(tx: Db, call: AdminCall, change: UserChange): Promise<ScimUserRow> {
  const { email, active = true } = change
  if (email === undefined) throw withoutUserName()
  const left = await findWhoLeft(tx, email)
  if (left) {
    await unmarkLeft(tx, left.id)
    return changeUser(tx, call, left.id, { ...change, active })
  }
  const { first_name = '', last_name = '', display } = change
  const names = display && !first_name ? namesIn(display) : { first_name, last_name }
  const guest = { email, names, role: 'agent' as const, title: change.title ?? undefined }
  const id = await addGuest(tx, guest, call, active)
  if (!id) throw conflict('email_taken', 'Somebody with this userName is here already')
  const phone = change.phone?.(null) ?? null
  const { external_id = null } = change
  if (phone || external_id !== null) {
    const phone_number = phone?.number ?? null
    await updateTeamMember(tx, id, { phone_number, external_id }).catch(sayWhereTaken)
    await updatePhoneKind(tx, id, phone)
  }
  return findOrRefuse(tx, id)
}

/**
 * Changes a person by the rules that an admin's change has. Deactivating ends their sessions at once.
 * @throws AppError 404, 400 `mutability`, 409
 */
export async function changeUser(
  tx: Db,
  call: AdminCall,
  id: string,
  change: UserChange,
): Promise<ScimUserRow> {
  if (!(await lockTeamMember(tx, id))) throw notFound('There is no such user')
  const before = await findOrRefuse(tx, id)
  refuseUnfit(before, call, change)
  const { active, display, phone, ...fields } = change
  const status = statusFor(before, active)
  const next = phone?.(phoneOf(before))
  await changePerson(tx, call, id, {
    // Whoever has a name keeps it: what a directory displays may be anything.
    ...(display && before.first_name === before.email && namesIn(display)),
    ...fields,
    ...(next !== undefined && { phone_number: next?.number ?? null }),
    ...(status && { status }),
  })
  if (next !== undefined) await updatePhoneKind(tx, id, next)
  const after = await findOrRefuse(tx, id)
  // Their link may be over since, or there was none.
  const isBack = before.status === 'inactive' && status === 'active'
  if (isBack && !after.has_account) await inviteUnlessOpen(tx, after, call)
  return after
}

const phoneOf = ({ phone_number: number, phone_kind: kind }: ScimUserRow): Phone | null =>
  number === null ? null : { number, kind: kind ?? 'work' }

/** Left out where it stays as it is: whoever is invited is active to a directory already. */
function statusFor(
  { status, has_account: hasAccount }: ScimUserRow,
  active: boolean | undefined,
): 'active' | 'inactive' | undefined {
  if (active === undefined) return undefined
  if (!active) return 'inactive'
  return status === 'pending' && !hasAccount ? undefined : 'active'
}

function refuseUnfit(person: ScimUserRow, { actor }: AdminCall, change: UserChange): void {
  if (change.active === false) refuseOwner(person.id, actor.id)
  // Whoever has an admin's address can have a new password mailed to it: no key goes as far.
  if (change.email !== undefined && change.email !== person.email && person.role === 'admin') {
    throw badRequest('mutability', 'An admin’s address is changed in Front Desk, by themselves')
  }
  // It takes somebody who confirms who they are, and nobody sits at a directory's call.
  if (change.active && person.status === 'inactive' && person.role === 'admin') {
    throw badRequest('mutability', 'An admin is activated in Front Desk, by another admin')
  }
  // Anybody may have signed up with this address, and nobody has looked at it.
  const isStranger =
    person.has_account &&
    (person.status === 'pending' ||
      (person.status === 'inactive' && !person.email_verified && person.last_login_at === null))
  if (change.active && isStranger) {
    throw conflict(
      'awaits_approval',
      'This person signed up by themselves. Please have an admin approve them in Front Desk.',
    )
  }
}

/** Its key would end with the account, and nobody could undo this from the directory. */
function refuseOwner(id: string, ownerId: string): void {
  if (id !== ownerId) return
  throw new AppError(
    409,
    'own_account',
    'This account owns the key that is used here, so it is deactivated in Front Desk only',
  )
}

/**
 * Deactivates somebody for a directory that deletes them, and hides them from it: what they signed stays.
 * @throws AppError 404, 409; PostgreSQL's FD001 for the last active admin
 */
export async function removeUser(tx: Db, call: AdminCall, id: string): Promise<void> {
  await changeUser(tx, call, id, { active: false })
  const { name: title } = await findOrRefuse(tx, id)
  await markLeft(tx, id)
  await recordAudit(tx, call, { action: 'user.left_directory', item: { type: 'user', id, title } })
}
