import type { Role } from '@frontdesk/contract/users'
import type { Db } from '../../db/connect.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { refuseIfChanged } from '../../http/etag.ts'
import { deleteSessionsOf } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { AuditAction } from '../../platform/audit-actions.ts'
import { publish } from '../../platform/publish.ts'
import type { UndoData } from '../../platform/undo.ts'
import { mailAddressChange } from '../accounts/account-mail.actions.ts'
import { TITLES, splitName } from '../accounts/accounts.queries.ts'
import { hasOpenInvitation, resendInvitation } from '../invitations/invite.actions.ts'
import { accountApprovedMail } from '../accounts/account-mails.ts'
import { queueMail } from '../mail/queue-mail.actions.ts'
import {
  type ChangedFields,
  findTeamMember,
  type LockedPerson,
  lockTeamMember,
  updateTeamMember,
} from './admin-users.queries.ts'
import { CHANGED_MEANWHILE, sayWhereTaken } from './refusals.ts'

/** What an admin sends; what is left out stays as it is. */
export interface PersonChange {
  first_name?: string
  last_name?: string
  /** Split at the first space; wins over the two. */
  name?: string
  email?: string
  role?: Role
  title?: string | null
  status?: 'active' | 'inactive'
  phone_number?: string | null
  /** What the directory that provisions people calls them. */
  external_id?: string | null
}

/** The admin who changes something, and from where. */
export interface AdminCall {
  actor: SignedIn
  origin: Origin
}

const changeOnProfile = () => {
  const sentence = 'Please change your own email address on your profile'
  return new AppError(403, 'own_email', sentence, { fields: { email: sentence } })
}

export const noSuchUser = () => notFound('User not found')

/**
 * Changes a person, in the caller's transaction.
 * @param ifMatch the `ETag` that the admin started from, where known
 * @returns whether anything changed
 * @throws AppError 404, 403 `own_email`, or 409 `edit_conflict`, `email_taken`; PostgreSQL's FD001 for the last
 *   active admin
 */
export async function changePerson(
  tx: Db,
  call: AdminCall,
  id: string,
  change: PersonChange,
  ifMatch?: string,
): Promise<boolean> {
  const person = await lockTeamMember(tx, id)
  if (!person) throw noSuchUser()
  await refuseIfChanged(person, {
    ifMatch,
    sentence: CHANGED_MEANWHILE,
    findCurrent: async () => findTeamMember(tx, id),
  })
  const changed = differences(person, settle(person, change))
  // Whoever holds an admin's session must not take the account over by this door.
  if (changed.email && id === call.actor.id) throw changeOnProfile()
  if (Object.keys(changed).length === 0) return false
  await updateTeamMember(tx, id, changed).catch(sayWhereTaken)
  await recordChange(tx, call, person, changed)
  if (changed.email) await settleAddress(tx, call, person, changed.email)
  if (changed.status) await settleStatus(tx, call, person, changed.status)
  await tell(tx, id, changed)
  return true
}

/** Gives a person the status back that they had. False where somebody has changed anything of them since. */
export async function putStatusBack(
  tx: Db,
  call: AdminCall,
  { id, before, revision }: UndoData['status'][number],
): Promise<boolean> {
  const person = await lockTeamMember(tx, id)
  if (person?.revision !== revision || person.status === before) return false
  await updateTeamMember(tx, id, { status: before })
  await recordAudit(tx, call, {
    action: STATUS_ACTIONS[before],
    item: { type: 'user', id, title: person.name },
    details: { status: before, was: { status: person.status }, undone: true },
  })
  // Whoever could sign in meanwhile can't any more; what ended at a deactivation stays ended.
  if (before !== 'active') await deleteSessionsOf(tx, id)
  await tell(tx, id, { status: before })
  return true
}

/** Those of the people whose status has just been changed, as taking it back has to know them. */
export async function changedStatuses(
  tx: Db,
  before: Map<string, LockedPerson['status']>,
): Promise<UndoData['status']> {
  if (before.size === 0) return []
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'status', 'revision'])
    .where('id', 'in', [...before.keys()])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows
    .filter(({ id, status }) => before.get(id) !== status)
    .map(({ id, revision }) => ({ id, before: before.get(id)!, revision }))
}

/** What the fields are to be, by the rules of names, titles and statuses. */
function settle(person: LockedPerson, change: PersonChange): ChangedFields {
  const { name, status, title, ...rest } = change
  const role = change.role ?? person.role
  const next: ChangedFields = { ...rest, ...(name !== undefined && splitName(name)) }
  if (role === 'admin') {
    if (change.role !== undefined || title !== undefined) next.title = TITLES.admin
  } else if (title !== undefined) {
    next.title = title || null
  } else if (person.role === 'admin' && person.title === TITLES.admin) {
    next.title = TITLES[role]
  }
  // Somebody who has not accepted is called by their address until they do.
  if (!person.has_account && person.first_name === person.email && change.email) {
    next.first_name ??= change.email
  }
  if (status !== undefined) next.status = statusFor(person, status)
  return next
}

/** An invitation that was withdrawn by deactivating is open again. */
function statusFor(person: LockedPerson, status: 'active' | 'inactive'): LockedPerson['status'] {
  const reopens = status === 'active' && person.status === 'inactive' && !person.has_account
  return reopens ? 'pending' : status
}

function differences(person: LockedPerson, next: ChangedFields): ChangedFields {
  const fields = Object.entries(next) as [keyof ChangedFields, unknown][]
  return Object.fromEntries(
    fields.filter(([field, value]) => value !== undefined && value !== person[field]),
  )
}

async function recordChange(
  tx: Db,
  call: AdminCall,
  person: LockedPerson,
  changed: ChangedFields,
): Promise<void> {
  const fields = Object.keys(changed) as (keyof ChangedFields)[]
  const was = Object.fromEntries(fields.map((field) => [field, person[field]]))
  await recordAudit(tx, call, {
    action: changed.status ? STATUS_ACTIONS[changed.status] : 'user.changed',
    item: { type: 'user', id: person.id, title: person.name },
    details: { ...changed, was },
  })
}

const STATUS_ACTIONS: Record<LockedPerson['status'], AuditAction> = {
  active: 'user.activated',
  inactive: 'user.deactivated',
  pending: 'user.activated',
}

async function settleAddress(
  tx: Db,
  call: AdminCall,
  person: LockedPerson,
  email: string,
): Promise<void> {
  const { id, status } = person
  // Whoever was invited gets a link at the new address; the one before opens nothing any more.
  if (!person.has_account && status !== 'inactive') {
    await resendInvitation(tx, id, call)
  } else if (person.has_account && status !== 'inactive') {
    await mailAddressChange(tx, { id, email }, person.email)
  }
}

async function settleStatus(
  tx: Db,
  call: AdminCall,
  person: LockedPerson,
  status: LockedPerson['status'],
): Promise<void> {
  if (status === 'inactive') await deleteSessionsOf(tx, person.id)
  if (status !== 'active' || person.status !== 'pending') return
  const { email: to, id: userId } = person
  if (person.has_account) {
    await queueMail(tx, accountApprovedMail, { to, data: {}, userId })
  } else if (!(await hasOpenInvitation(tx, userId))) {
    // Nobody chooses a password for them: the invitation stays their way in.
    await resendInvitation(tx, userId, call)
  }
}

/** Roles and statuses say who must do what, and what an open page may show. */
async function tell(tx: Db, id: string, changed: ChangedFields): Promise<void> {
  const isAccess = changed.role !== undefined || changed.status !== undefined
  await publish(tx, {
    keys: isAccess ? ['users', 'policies', 'acknowledgments', 'invitations'] : ['users'],
    ...(isAccess && { endedSessionsOf: id }),
  })
  await publish(tx, { keys: ['me'], userIds: [id] })
}
