import { authEndpoints } from '@frontdesk/contract/auth'
import { secondFactorEndpoints } from '@frontdesk/contract/second-factor'
import { notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import type { Services } from '../../services.ts'
import { deviceKeyOf, knownDevice, rememberDevice } from '../accounts/known-device.ts'
import { findCurrentUser } from '../users/users.queries.ts'
import { answerChallenge } from './challenge.actions.ts'
import { confirmIdentity } from './confirm.actions.ts'
import {
  beginSetup,
  confirmSetup,
  renewCodes,
  resetForPerson,
  switchOff,
} from './second-factor.actions.ts'
import { deleteTrustedBrowser, findSecondFactor } from './second-factor.queries.ts'
import { giveTrustToken, trustTokensIn } from './trusted-browser.ts'

const COUNTS = { ownTransactions: 'a try counts even where it fails' }
const HASHES = { ownTransactions: 'hashing a password takes longer than a transaction should' }

export function secondFactorRoutes(mount: Mount, { config, csrfKey }: Services): void {
  const deviceKey = deviceKeyOf(config, csrfKey)

  mount(
    secondFactorEndpoints.answerChallenge,
    async ({ db, body, origin, request, reply }) => {
      const { token, userId, trustToken } = await answerChallenge(db, config, {
        challenge: body.challenge,
        code: body.code,
        trustBrowser: body.trust_browser,
        origin,
        deviceOf: (id) => knownDevice(request, deviceKey, id),
      })
      rememberDevice({ request, reply }, deviceKey, userId)
      if (trustToken) giveTrustToken({ request, reply }, trustToken, deviceKey)
      return { token, user: await findCurrentUser(db, userId) }
    },
    COUNTS,
  )

  mount(
    authEndpoints.confirmIdentity,
    async ({ db, actor, origin, body, request }) =>
      confirmIdentity(db, config, {
        actor,
        origin,
        password: body.password,
        code: body.code || undefined,
        device: knownDevice(request, deviceKey, actor.id),
        trustTokens: trustTokensIn(request),
      }),
    HASHES,
  )

  mount(secondFactorEndpoints.getSecondFactor, async ({ db, actor }) =>
    findSecondFactor(db, actor.id),
  )

  mount(
    secondFactorEndpoints.beginSecondFactor,
    async (call) => beginSetup(call.db, config, call, call.body.password),
    HASHES,
  )

  mount(secondFactorEndpoints.confirmSecondFactor, async (call) => ({
    recovery_codes: await confirmSetup(call.db, config, call, call.body),
  }))

  mount(
    secondFactorEndpoints.renewRecoveryCodes,
    async (call) => ({
      recovery_codes: await renewCodes(call.db, call, call.body.password),
    }),
    HASHES,
  )

  mount(
    secondFactorEndpoints.removeSecondFactor,
    async (call) => switchOff(call.db, call, call.body.password),
    HASHES,
  )

  mount(secondFactorEndpoints.endTrustedBrowser, async (call) => {
    const { db, actor, params } = call
    if (!(await deleteTrustedBrowser(db, actor.id, params.id))) throw notFound('Browser not found')
    await recordAudit(db, call, { action: 'second_factor.browser_ended' })
    await publish(db, { keys: ['me'], userIds: [actor.id] })
  })

  mount(secondFactorEndpoints.resetSecondFactor, async (call) =>
    resetForPerson(call.db, call, call.params.id),
  )
}
