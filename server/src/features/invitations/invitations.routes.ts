import { ACCOUNT_CREATED } from '@frontdesk/contract/constants'
import { invitationEndpoints } from '@frontdesk/contract/invitations'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import type { Services } from '../../services.ts'
import { deviceKeyOf, rememberDevice } from '../accounts/known-device.ts'
import { LINK_SCREENS } from '../accounts/account-mails.ts'
import { acceptInvitation, findInvited } from './accept.actions.ts'
import { listInvitations } from './invitations.queries.ts'
import {
  invite,
  inviteMany,
  resendInvitation,
  revokeInvitation,
  takeInvitationToken,
} from './invite.actions.ts'

const HASHES = { ownTransactions: 'hashing a password takes longer than a transaction should' }

export function invitationRoutes(mount: Mount, { address, config, csrfKey }: Services): void {
  const deviceKey = deviceKeyOf(config, csrfKey)

  mount(invitationEndpoints.invite, async ({ db, body, actor, origin }) =>
    invite(db, body, { actor, origin }),
  )

  mount(invitationEndpoints.inviteMany, async ({ db, body, actor, origin }) => ({
    results: await inviteMany(db, body.invitations, {
      preview: body.preview,
      inviter: { actor, origin },
    }),
  }))

  mount(invitationEndpoints.listInvitations, async ({ db, query, request, reply }) => {
    const limit = query.limit ?? DEFAULT_LIMIT
    const { page, total } = await listInvitations(db, { ...query, limit })
    return sendPage({ request, reply }, page, total)
  })

  mount(invitationEndpoints.resendInvitation, async ({ db, params, actor, origin }) =>
    resendInvitation(db, params.id, { actor, origin }),
  )

  mount(invitationEndpoints.invitationLink, async ({ db, params, actor, origin }) => {
    const token = await takeInvitationToken(db, params.id, { actor, origin })
    return { link: `${address()}/${LINK_SCREENS.invitation}?token=${token}` }
  })

  mount(invitationEndpoints.revokeInvitation, async ({ db, params, actor, origin }) =>
    revokeInvitation(db, params.id, { actor, origin }),
  )

  mount(invitationEndpoints.checkInvitation, async ({ db, params }) =>
    findInvited(db, params.token),
  )

  mount(
    invitationEndpoints.acceptInvitation,
    async ({ db, body, origin, request, reply }) => {
      const userId = await acceptInvitation(db, {
        token: body.token,
        firstName: body.first_name,
        lastName: body.last_name,
        password: body.password,
        origin,
      })
      rememberDevice({ request, reply }, deviceKey, userId)
      return { message: ACCOUNT_CREATED }
    },
    HASHES,
  )
}
