import { adminUserEndpoints } from '@frontdesk/contract/admin-users'
import { sessionEndpoints } from '@frontdesk/contract/sessions'
import { RESET_LINK_MADE, RESET_SENT } from '@frontdesk/contract/constants'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { notFound } from '../../http/errors.ts'
import { requireFresh } from '../../http/fresh-sign-in.ts'
import { sendCsv } from '../../http/csv.ts'
import { etagOf } from '../../http/etag.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { deleteSessionsOf } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { publish } from '../../platform/publish.ts'
import { rememberUndo } from '../../platform/undo.ts'
import { sendsMail } from '../../platform/mail-server.ts'
import type { Services } from '../../services.ts'
import { resendInvitation } from '../invitations/invite.actions.ts'
import { LINK_SCREENS } from '../accounts/account-mails.ts'
import { findStatuses, findTeamMember, hasAdminToLetIn, listTeam } from './admin-users.queries.ts'
import { changedStatuses, changePerson, noSuchUser } from './change-person.actions.ts'
import { changeStatusOfMany } from './change-status.actions.ts'
import { deletePerson, requestReset } from './help-person.actions.ts'
import { endAllSessions, tellOfEnding } from './end-sessions.actions.ts'
import { deleteOwnSession, listSessions } from './sessions.queries.ts'

const COLUMNS = [
  'name',
  'email',
  'role',
  'title',
  'status',
  'behind',
  'to_do',
  'completed_tests',
  'total_assigned_tests',
  'last_login_at',
  'created_at',
  'id',
] as const

const FILES = { ownTransactions: 'files are removed when nothing refers to them any more' }

export function adminUserRoutes(mount: Mount, services: Services, pictures: FileStore): void {
  teamRoutes(mount, pictures)
  personRoutes(mount, services)
}

function teamRoutes(mount: Mount, pictures: FileStore): void {
  mount(adminUserEndpoints.listTeam, async ({ db, query, request, reply }) => {
    const { page, total } = await listTeam(db, { ...query, limit: query.limit ?? DEFAULT_LIMIT })
    return sendPage({ request, reply }, page, total)
  })

  mount(adminUserEndpoints.exportTeam, async (call) => {
    const { db, query, reply } = call
    await recordAudit(db, call, { action: 'team.exported', details: query })
    return sendCsv(reply, 'people', COLUMNS, async (options) => {
      const { page } = await listTeam(db, { ...query, ...options, view: 'list' })
      const rows = page.rows.map((person) => ({
        ...person,
        behind: person.overdue_obligations,
        to_do: person.open_obligations,
      }))
      return { ...page, rows }
    })
  })

  mount(adminUserEndpoints.getTeamMember, async ({ db, params, reply }) => {
    const person = await findOrRefuse(db, params.id)
    reply.header('ETag', etagOf(person))
    return person
  })

  mount(adminUserEndpoints.updateTeamMember, async (call) => {
    const { db, actor, params, body, request, reply } = call
    if (body.status === 'active') await refuseAdminsUnlessFresh(db, actor, [params.id])
    const before = body.status ? await findStatuses(db, [params.id]) : new Map<string, never>()
    await changePerson(db, call, params.id, body, request.headers['if-match'])
    // A dialog that saves more than the status is opened again to take it back.
    if (Object.keys(body).length === 1) {
      await rememberUndo(call, 'status', await changedStatuses(db, before))
    }
    const person = await findOrRefuse(db, params.id)
    reply.header('ETag', etagOf(person))
    return person
  })

  mount(
    adminUserEndpoints.deleteTeamMember,
    async (call) => deletePerson(call.db, call, call.params.id, pictures),
    FILES,
  )

  mount(adminUserEndpoints.changeStatusOfMany, async (call) => {
    const { user_ids: userIds, status } = call.body
    if (status === 'active') await refuseAdminsUnlessFresh(call.db, call.actor, userIds)
    const before = await findStatuses(call.db, userIds)
    const results = await changeStatusOfMany(call.db, call, { userIds, status })
    await rememberUndo(call, 'status', await changedStatuses(call.db, before))
    return { results }
  })
}

function personRoutes(mount: Mount, { config, address }: Services): void {
  mount(adminUserEndpoints.requestReset, async (call) => {
    const token = await requestReset(call.db, call, call.params.id, {
      sendsMail: await sendsMail(call.db, config),
    })
    if (token === null) return { message: RESET_SENT, link: null }
    const link = `${address()}/${LINK_SCREENS.password}?token=${token}`
    return { message: RESET_LINK_MADE, link }
  })

  mount(adminUserEndpoints.resendTeamInvitation, async (call) =>
    resendInvitation(call.db, call.params.id, call),
  )

  mount(adminUserEndpoints.listSessionsOf, async ({ db, actor, params, origin }) => {
    await findOrRefuse(db, params.id)
    return listSessions(db, { id: params.id, sessionId: actor.sessionId, ip: origin.ip })
  })

  mount(adminUserEndpoints.endSessionsOf, async (call) => {
    const { db, params } = call
    const person = await findOrRefuse(db, params.id)
    const { id, name: title } = person
    await deleteSessionsOf(db, id)
    await tellOfEnding(db, call.actor, person)
    await recordAudit(db, call, {
      action: 'user.sessions_ended',
      item: { type: 'user', id, title },
    })
    await publish(db, { keys: ['me'], userIds: [id], endedSessionsOf: id })
    await publish(db, { keys: ['users'], adminsOnly: true })
  })

  mount(sessionEndpoints.endAllSessions, async (call) => ({
    ended: await endAllSessions(call.db, call),
  }))

  mount(adminUserEndpoints.endSessionOf, async (call) => {
    const { db, params } = call
    const person = await findOrRefuse(db, params.id)
    const { id, name: title } = person
    if (!(await deleteOwnSession(db, id, params.session_id))) throw notFound('Session not found')
    await tellOfEnding(db, call.actor, person)
    await recordAudit(db, call, {
      action: 'user.session_ended',
      item: { type: 'user', id, title },
      details: { session_id: params.session_id },
    })
    await publish(db, { keys: ['me'], userIds: [id], endedSessionsOf: id })
    await publish(db, { keys: ['users'], adminsOnly: true })
  })
}

/** Letting an admin in is as much as making one. @throws AppError 403 */
async function refuseAdminsUnlessFresh(db: Db, actor: SignedIn, ids: string[]): Promise<void> {
  if (await hasAdminToLetIn(db, ids)) requireFresh(actor)
}

async function findOrRefuse(db: Db, id: string) {
  const person = await findTeamMember(db, id)
  if (!person) throw noSuchUser()
  return person
}
