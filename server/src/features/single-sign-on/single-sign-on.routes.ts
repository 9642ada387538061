import { singleSignOnEndpoints } from '@frontdesk/contract/single-sign-on'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../http/errors.ts'
import { etagOf } from '../../http/etag.ts'
import { createMount, type Mount } from '../../http/mount.ts'
import type { Services } from '../../services.ts'
import { deviceKeyOf, knownDevice, rememberDevice } from '../accounts/known-device.ts'
import { trustTokensIn } from '../second-factor/trusted-browser.ts'
import { findCurrentUser } from '../users/users.queries.ts'
import { addressProblem } from './address.ts'
import { enabledProvider, ownPath, setOut } from './begin.actions.ts'
import { arrivalIn, browserIn, forgetArrival, giveArrival, nameBrowser } from './browser-cookies.ts'
import { comeBack } from './come-back.actions.ts'
import { disconnect, finishSignIn, linkArrival } from './finish.actions.ts'
import { findOwnIdentities } from './flows.queries.ts'
import { takeFactor } from './confirm.actions.ts'
import { receiveLogout } from './logout.actions.ts'
import { testProvider } from './provider-client.ts'
import { addProvider, changeProvider, removeProvider } from './providers.actions.ts'
import { listEnabled, listProviders } from './providers.queries.ts'

const WAITS = { ownTransactions: 'a provider may take seconds to answer' }
const ENDS = { ownTransactions: 'what asks for a code is kept where the answer is a refusal' }

/** A log-out token is a few hundred bytes. */
const MOST_LOGOUT_BYTES = 16 * 1024

export async function singleSignOnRoutes(
  api: FastifyInstance,
  mount: Mount,
  services: Services,
): Promise<void> {
  signInRoutes(mount, services)
  ownRoutes(mount, services)
  adminRoutes(mount, services)
  await logoutRoute(api, services)
}

function signInRoutes(mount: Mount, services: Services): void {
  const { config, csrfKey } = services
  const deviceKey = deviceKeyOf(config, csrfKey)
  const { secure } = deviceKey

  mount(singleSignOnEndpoints.listSignInProviders, async ({ db }) => {
    // Where they can't send people back, there is no use in a button.
    const rows = addressProblem(config) ? [] : await listEnabled(db)
    return {
      providers: rows.map(({ id, name }) => ({ id, name })),
      hides_password: rows.some((row) => row.hides_password),
    }
  })

  mount(
    singleSignOnEndpoints.beginProviderSignIn,
    async ({ db, params, body, origin, request, reply }) => {
      const provider = await enabledProvider(db, params.id)
      const url = await setOut(db, config, {
        provider,
        purpose: 'sign_in',
        browser: nameBrowser({ request, reply }, secure),
        origin,
        address: services.address(),
        rememberMe: body.remember_me,
        returnTo: ownPath(body.return_to),
      })
      return { url }
    },
    WAITS,
  )

  mount(singleSignOnEndpoints.providerCallback, async ({ db, params, origin, request, reply }) => {
    const { to, arrival } = await comeBack(db, config, {
      providerId: params.id,
      callback: new URL(request.url, services.address()),
      browser: browserIn(request),
      origin,
    })
    if (arrival) giveArrival(reply, arrival, secure)
    reply.header('Location', to)
    return undefined
  })

  mount(
    singleSignOnEndpoints.finishProviderSignIn,
    async ({ db, origin, request, reply }) => {
      const finished = await finishSignIn(db, arrivalIn(request), {
        origin,
        trustTokens: trustTokensIn(request),
        deviceOf: (userId) => knownDevice(request, deviceKey, userId),
      })
      forgetArrival(reply)
      rememberDevice({ request, reply }, deviceKey, finished.userId)
      const user = await findCurrentUser(db, finished.userId)
      return { token: finished.token, user, remember_me: finished.rememberMe }
    },
    ENDS,
  )
}

/** What somebody who is signed in does with their own account. */
function ownRoutes(mount: Mount, services: Services): void {
  const { config, csrfKey } = services
  const deviceKey = deviceKeyOf(config, csrfKey)
  const { secure } = deviceKey

  mount(singleSignOnEndpoints.linkProvider, async (call) => {
    const provider = await linkArrival(call.db, arrivalIn(call.request), call)
    forgetArrival(call.reply)
    return provider
  })

  mount(
    singleSignOnEndpoints.confirmByProvider,
    async ({ db, actor, params, body, origin, request, reply }) => {
      const provider = await enabledProvider(db, params.id)
      const factor = await takeFactor(db, config, {
        provider,
        actor,
        origin,
        code: body.code || null,
        trustTokens: trustTokensIn(request),
        device: knownDevice(request, deviceKey, actor.id),
      })
      const url = await setOut(db, config, {
        provider,
        purpose: 'confirm',
        browser: nameBrowser({ request, reply }, secure),
        origin,
        address: services.address(),
        sessionId: actor.sessionId,
        factor,
      })
      return { url }
    },
    WAITS,
  )

  mount(
    singleSignOnEndpoints.connectProvider,
    async ({ db, actor, params, origin, request, reply }) => {
      const provider = await enabledProvider(db, params.id)
      const url = await setOut(db, config, {
        provider,
        purpose: 'connect',
        browser: nameBrowser({ request, reply }, secure),
        origin,
        address: services.address(),
        sessionId: actor.sessionId,
      })
      return { url }
    },
    WAITS,
  )

  mount(singleSignOnEndpoints.getOwnIdentities, async ({ db, actor }) =>
    findOwnIdentities(db, actor.id),
  )

  mount(singleSignOnEndpoints.disconnectProvider, async (call) =>
    disconnect(call.db, call, call.params.id),
  )
}

function adminRoutes(mount: Mount, services: Services): void {
  const { config } = services
  const find = async (db: Services['db'], id: string) =>
    (await listProviders(db, config, { address: services.address(), id }))[0]!

  mount(singleSignOnEndpoints.listIdentityProviders, async ({ db }) => ({
    address_problem: addressProblem(config),
    address: services.address(),
    providers: await listProviders(db, config, { address: services.address() }),
  }))

  mount(singleSignOnEndpoints.createIdentityProvider, async (call) =>
    find(call.db, await addProvider(call.db, config, call, call.body)),
  )

  mount(singleSignOnEndpoints.updateIdentityProvider, async (call) => {
    const { db, params, body, request, reply } = call
    await changeProvider(db, config, call, {
      id: params.id,
      given: body,
      ifMatch: request.headers['if-match'],
      address: services.address(),
    })
    const provider = await find(db, params.id)
    reply.header('ETag', etagOf(provider))
    return provider
  })

  mount(singleSignOnEndpoints.deleteIdentityProvider, async (call) =>
    removeProvider(call.db, call, call.params.id),
  )

  mount(singleSignOnEndpoints.testIdentityProvider, async ({ body }) => testProvider(body.issuer))
}

/** A scope of its own: providers send a form, and nothing else here reads one. */
async function logoutRoute(api: FastifyInstance, services: Services): Promise<void> {
  const { config, db, csrfKey } = services
  await api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MOST_LOGOUT_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    createMount(scope, db, csrfKey)(
      singleSignOnEndpoints.receiveLogout,
      async ({ params, origin, request }) => {
        const token = tokenIn(request)
        await receiveLogout(db, config, { providerId: params.id, token, origin })
      },
      WAITS,
    )
  })
}

function tokenIn({ body }: FastifyRequest): string {
  const token = body instanceof URLSearchParams ? body.get('logout_token') : null
  if (!token) throw new AppError(400, 'bad_logout_token', 'There is no logout_token')
  return token
}
