import { accountLinkEndpoints } from '@frontdesk/contract/account-links'
import {
  EMAIL_VERIFIED,
  PASSWORD_RESET,
  RESET_REQUESTED,
  VERIFICATION_REQUESTED,
} from '@frontdesk/contract/constants'
import { unprocessable } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import type { Services } from '../../services.ts'
import { requestAccountLink } from '../accounts/account-mail.actions.ts'
import { deviceKeyOf, rememberDevice } from '../accounts/known-device.ts'
import { resetPassword, verifyEmail } from './use-link.actions.ts'

const COUNTS = { ownTransactions: 'a try counts even where it fails' }
const HASHES = { ownTransactions: 'hashing a password takes longer than a transaction should' }

export function accountLinkRoutes(mount: Mount, { config, csrfKey }: Services): void {
  const deviceKey = deviceKeyOf(config, csrfKey)

  mount(
    accountLinkEndpoints.verifyEmail,
    async ({ db, body, origin }) => {
      await verifyEmail(db, body.token, origin)
      return { message: EMAIL_VERIFIED }
    },
    COUNTS,
  )

  mount(
    accountLinkEndpoints.resendVerification,
    async ({ db, body, actor, origin }) => {
      const email = actor?.email ?? body.email
      if (!email) {
        const sentence = 'Please enter your email address'
        throw unprocessable('invalid', sentence, { email: sentence })
      }
      await requestAccountLink(db, { purpose: 'verify', email, origin, actor })
      return { message: VERIFICATION_REQUESTED }
    },
    COUNTS,
  )

  mount(
    accountLinkEndpoints.requestPasswordReset,
    async ({ db, body, actor, origin }) => {
      await requestAccountLink(db, { purpose: 'reset', email: body.email, origin, actor })
      return { message: RESET_REQUESTED }
    },
    COUNTS,
  )

  mount(
    accountLinkEndpoints.resetPassword,
    async ({ db, body, origin, request, reply }) => {
      const userId = await resetPassword(db, { ...body, origin })
      rememberDevice({ request, reply }, deviceKey, userId)
      return { message: PASSWORD_RESET }
    },
    HASHES,
  )
}
