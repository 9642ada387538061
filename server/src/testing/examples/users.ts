import type { CallOptions } from '../api-client.ts'
import { createMember, PASSWORD, signIn } from '../factories.ts'
import { pictureForm, pictureOf } from '../pictures.ts'
import { uuidv7 } from 'uuidv7'
import { type Examples, nothing, type World } from './world.ts'

const profileBody = { first_name: 'Ada', last_name: 'Broker', phone_number: '', bio: 'Here.' }

export const usersExamples = {
  'GET /users': { input: () => ({ query: { search: 'a', limit: 5 } }), audit: null },
  'GET /users/:id': { input: ({ agent }) => ({ params: { id: agent.id } }), audit: null },
  'GET /users/:id/profile-picture': {
    input: async ({ server, agent }) => {
      const params = { id: agent.id }
      const api = server.api.as(agent)
      const { body } = await api('GET /users/:id', { params })
      if (!body.profile_picture_img_location) {
        await api('POST /users/me/profile-picture', await withPicture())
      }
      return { params }
    },
    audit: null,
  },
  'GET /users/me': { input: nothing, audit: null },
  'PUT /users/me': {
    input: asNewcomer(() => ({ ...profileBody, email: `me-${uuidv7()}@example.com` })),
    audit: 'user.profile_changed',
  },
  'POST /users/me/email-change/resend': {
    input: awaitingAddress,
    audit: 'email_change.requested',
  },
  'DELETE /users/me/email-change': { input: awaitingAddress, audit: 'email_change.cancelled' },
  'DELETE /users/me': { input: asNewcomer(() => ({ password: PASSWORD })), audit: 'user.deleted' },
  'PUT /users/me/password': {
    input: asNewcomer(() => ({ current_password: PASSWORD, new_password: `${PASSWORD}, twice` })),
    audit: 'password.changed',
  },
  'PUT /users/me/theme': {
    input: () => ({ body: { theme: 'dark' } }),
    audit: 'user.theme_changed',
  },
  'POST /users/me/profile-picture': { input: withPicture, audit: 'user.picture_changed' },
  'DELETE /users/me/profile-picture': { input: nothing, audit: 'user.picture_removed' },
  'GET /users/me/sessions': { input: nothing, audit: null },
  'DELETE /users/me/sessions': {
    input: asNewcomer(() => undefined),
    audit: 'session.others_ended',
  },
  'DELETE /users/me/sessions/:id': {
    // A further one of the admin's.
    input: async ({ server, admin }) => {
      const { token } = await signIn(server.api, admin.email)
      const { body } = await server.api.as({ token })('GET /users/me/sessions')
      return { params: { id: body.find((session) => session.current)!.id } }
    },
    audit: 'session.ended',
  },
} satisfies Partial<Examples>

/** For what ends or locks an account: of somebody made for it, because the admin's own has to last. */
function asNewcomer(bodyOf: () => object | undefined) {
  return async ({ server }: World): Promise<CallOptions> => {
    const { token } = await createMember(server, { firstName: 'New', lastName: 'Comer' })
    return { headers: { Authorization: `Bearer ${token}` }, body: bodyOf() }
  }
}

/** Somebody whose next address awaits its confirmation. */
async function awaitingAddress(world: World): Promise<CallOptions> {
  const email = `next-${uuidv7()}@example.com`
  const { headers, body } = await asNewcomer(() => ({ ...profileBody, email }))(world)
  await world.server.api.raw('PUT /users/me', { headers, body })
  return { headers }
}

async function withPicture(): Promise<CallOptions> {
  return { body: pictureForm(await pictureOf(40, 30)) }
}
