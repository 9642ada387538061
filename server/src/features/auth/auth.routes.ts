import { authEndpoints } from '@frontdesk/contract/auth'
import { inTransaction } from '../../db/transaction.ts'
import { issueCsrfToken } from '../../http/csrf.ts'
import type { Mount } from '../../http/mount.ts'
import { deleteSession } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { sendsMail } from '../../platform/mail-server.ts'
import type { Services } from '../../services.ts'
import { trustTokensIn } from '../second-factor/trusted-browser.ts'
import { findCurrentUser } from '../users/users.queries.ts'
import { deviceKeyOf, knownDevice, rememberDevice } from '../accounts/known-device.ts'
import { signIn } from './login.actions.ts'
import { signUp } from './signup.actions.ts'

const HASHES = { ownTransactions: 'hashing a password takes longer than a transaction should' }

export function authRoutes(mount: Mount, { config, csrfKey }: Services): void {
  const deviceKey = deviceKeyOf(config, csrfKey)

  mount(
    authEndpoints.login,
    async ({ db, body, origin, request, reply }) => {
      const { token, userId } = await signIn(db, {
        email: body.email,
        password: body.password,
        rememberMe: body.remember_me,
        origin,
        trustTokens: trustTokensIn(request),
        deviceOf: (id) => knownDevice(request, deviceKey, id),
        sendsMail: await sendsMail(db, config),
      })
      rememberDevice({ request, reply }, deviceKey, userId)
      return { token, user: await findCurrentUser(db, userId) }
    },
    HASHES,
  )

  mount(
    authEndpoints.signup,
    async ({ db, body, origin }) => ({
      message: await signUp(db, config, {
        firstName: body.first_name,
        lastName: body.last_name,
        email: body.email,
        password: body.password,
        timeZone: body.time_zone,
        origin,
      }),
    }),
    HASHES,
  )

  mount(authEndpoints.me, async ({ db, actor }) => ({ user: await findCurrentUser(db, actor.id) }))

  mount(
    authEndpoints.logout,
    async ({ db, actor, origin }) => {
      if (!actor) return
      await inTransaction(db, async (tx) => {
        if (!(await deleteSession(tx, actor.sessionId))) return
        await recordAudit(tx, { origin, actor }, { action: 'sign_out' })
        await publish(tx, { keys: [], endedSessionsOf: actor.id })
      })
    },
    { ownTransactions: 'two log-outs that both hold the session would wait for each other' },
  )

  mount(authEndpoints.csrfToken, async ({ request, reply, actor }) => ({
    csrf_token: issueCsrfToken(request, reply, {
      key: csrfKey,
      secure: deviceKey.secure,
      sessionId: actor?.sessionId ?? null,
    }),
  }))
}
