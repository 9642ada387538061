import { profileEndpoints } from '@frontdesk/contract/profile'
import { notFound } from '../../http/errors.ts'
import { etagOf } from '../../http/etag.ts'
import type { Mount } from '../../http/mount.ts'
import { deleteSessionsOf } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { publish } from '../../platform/publish.ts'
import { cancelAddressChange, resendAddressChange } from './change-email.actions.ts'
import { deleteOwnAccount } from './delete-account.actions.ts'
import { changePassword } from './password.actions.ts'
import { changeProfile } from './profile.actions.ts'
import { updateTheme } from './profile.queries.ts'
import { deleteOwnSession, listSessions } from './sessions.queries.ts'
import { findCurrentUser } from './users.queries.ts'

const HASHES = { ownTransactions: 'hashing a password takes longer than a transaction should' }

export function profileRoutes(mount: Mount, pictures: FileStore): void {
  mount(profileEndpoints.getProfile, async ({ db, actor, reply }) => {
    const user = await findCurrentUser(db, actor.id)
    reply.header('ETag', etagOf(user))
    return user
  })

  mount(
    profileEndpoints.updateProfile,
    async (call) => {
      const { request, reply } = call
      const user = await changeProfile(call.db, call, call.body, request.headers['if-match'])
      reply.header('ETag', etagOf(user))
      return user
    },
    HASHES,
  )

  mount(profileEndpoints.resendEmailChange, async (call) => resendAddressChange(call.db, call), {
    ownTransactions: 'a try counts even where it fails',
  })

  mount(profileEndpoints.cancelEmailChange, async (call) => cancelAddressChange(call.db, call))

  mount(
    profileEndpoints.deleteAccount,
    async (call) => deleteOwnAccount(call.db, call, { password: call.body.password, pictures }),
    HASHES,
  )

  mount(
    profileEndpoints.changePassword,
    async (call) => {
      const { current_password: current, new_password: next } = call.body
      await changePassword(call.db, call, { current, next })
    },
    HASHES,
  )

  mount(profileEndpoints.changeTheme, async (call) => {
    const { db, actor, body } = call
    await updateTheme(db, actor.id, body.theme)
    await recordAudit(db, call, { action: 'user.theme_changed', details: body })
    await publish(db, { keys: ['me'], userIds: [actor.id] })
    return body
  })

  mount(profileEndpoints.listSessions, async ({ db, actor, origin }) =>
    listSessions(db, { ...actor, ip: origin.ip }),
  )

  mount(profileEndpoints.endSession, async (call) => {
    const { db, actor, params } = call
    if (!(await deleteOwnSession(db, actor.id, params.id))) throw notFound('Session not found')
    await recordAudit(db, call, { action: 'session.ended', details: { session_id: params.id } })
    await publish(db, { keys: ['me'], userIds: [actor.id], endedSessionsOf: actor.id })
  })

  mount(profileEndpoints.endOtherSessions, async (call) => {
    const { db, actor } = call
    await deleteSessionsOf(db, actor.id, actor.sessionId)
    await recordAudit(db, call, { action: 'session.others_ended' })
    await publish(db, { keys: ['me'], userIds: [actor.id], endedSessionsOf: actor.id })
  })
}
