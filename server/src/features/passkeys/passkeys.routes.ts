import { passkeyEndpoints } from '@frontdesk/contract/passkeys'
import type { Mount } from '../../http/mount.ts'
import type { Services } from '../../services.ts'
import { browserOf } from '../../http/csrf.ts'
import { deviceKeyOf, knownDevice, rememberDevice } from '../accounts/known-device.ts'
import { findCurrentUser } from '../users/users.queries.ts'
import { addPasskey, beginAdding, removePasskey, renamePasskey } from './passkeys.actions.ts'
import { listPasskeys } from './passkeys.queries.ts'
import { siteOf, UNAVAILABLE } from '../../platform/passkey-site.ts'
import {
  beginConfirming,
  beginSignIn,
  confirmByPasskey,
  signInByPasskey,
} from './use-passkey.actions.ts'

const COUNTS = { ownTransactions: 'a challenge is used up even where the answer is refused' }

export function passkeyRoutes(mount: Mount, { config, csrfKey }: Services): void {
  const deviceKey = deviceKeyOf(config, csrfKey)

  mount(
    passkeyEndpoints.passkeySignInOptions,
    async ({ db, body, origin, request }) =>
      beginSignIn(db, config, {
        challenge: body.challenge,
        browser: browserOf(request),
        origin,
      }),
    COUNTS,
  )

  mount(
    passkeyEndpoints.signInByPasskey,
    async ({ db, body, origin, request, reply }) => {
      const { answer, challenge, remember_me: rememberMe } = body
      const deviceOf = (id: string) => knownDevice(request, deviceKey, id)
      const browser = browserOf(request)
      const proof = { origin, answer, challenge, browser, rememberMe, deviceOf }
      const { token, userId } = await signInByPasskey(db, config, proof)
      rememberDevice({ request, reply }, deviceKey, userId)
      return { token, user: await findCurrentUser(db, userId) }
    },
    COUNTS,
  )

  mount(passkeyEndpoints.passkeyConfirmOptions, async ({ db, actor }) =>
    beginConfirming(db, config, actor),
  )

  mount(
    passkeyEndpoints.confirmByPasskey,
    async ({ db, actor, origin, body }) =>
      confirmByPasskey(db, config, { actor, origin, answer: body.answer }),
    COUNTS,
  )

  mount(passkeyEndpoints.listPasskeys, async ({ db, actor }) => ({
    unavailable: siteOf(config) ? null : UNAVAILABLE,
    passkeys: await listPasskeys(db, actor.id),
  }))

  mount(passkeyEndpoints.newPasskeyOptions, async ({ db, actor }) => beginAdding(db, config, actor))

  mount(
    passkeyEndpoints.addPasskey,
    async ({ db, actor, origin, body }) =>
      addPasskey(db, config, { actor, origin }, { answer: body.answer, name: body.name }),
    COUNTS,
  )

  mount(passkeyEndpoints.renamePasskey, async (call) =>
    renamePasskey(call.db, call, { id: call.params.id, name: call.body.name }),
  )

  mount(passkeyEndpoints.removePasskey, async (call) =>
    removePasskey(call.db, call, call.params.id),
  )
}
