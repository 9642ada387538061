import type { Endpoint, Output } from '@frontdesk/contract/endpoint'
import { KEY_PREFIX } from '@frontdesk/contract/scopes'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { type Db, poolOf } from '../db/connect.ts'
import { inTransaction, mostTransactions } from '../db/transaction.ts'
import { TurnsByName } from '../db/turns.ts'
import { keyIn } from './api-key.ts'
import { authorizeKey, createKeyPaces, keyInAddress, stillByKey } from './by-key.ts'
import type { Origin, SignedIn } from './caller.ts'
import { checkInput } from './check-input.ts'
import { checkCsrf } from './csrf.ts'
import { AppError, forbidden, unauthorized } from './errors.ts'
import { freshSignInRequired, requireFresh } from './fresh-sign-in.ts'
import { writeAs } from './json-schema.ts'
import { sendListAnswer } from './list-answers.ts'
import { recordRefusal } from './refusals.ts'
import { bearerToken, findSignedIn, findSignedInAndTouch, holdSession } from './session.ts'

declare module 'fastify' {
  interface FastifyInstance {
    keyPaces: ReturnType<typeof createKeyPaces>
  }
}

/** What a handler gets: parsed input, who calls, and `db` (inside a transaction unless it is a GET). */
export interface Call<E extends Endpoint> {
  db: Db
  actor: E['access'] extends 'public' ? SignedIn | null : SignedIn
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  origin: Origin
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<E extends Endpoint> = E['response'] extends object ? Output<E['response']> : unknown

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>

export interface MountOptions {
  /** Why the handler opens its own transactions: slow work must not hold one open. */
  ownTransactions?: string
  /** Refuses a caller by throwing, before the call waits for its turn or holds a connection. */
  before?: (actor: SignedIn) => void
}

export type Mount = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  options?: MountOptions,
) => void

/**
 * Returns the function that turns an endpoint into a route: session, access and CSRF before the body
 * is read, then zod, then (for what changes something) a transaction around the handler, then an
 * answer that holds the declared fields only.
 * @param addressesOf where a path of the contract answers, if not there alone
 */
export function createMount(
  app: FastifyInstance,
  db: Db,
  csrfKey: Buffer,
  addressesOf = (path: string) => [path],
): Mount {
  // A scope within another one has them already.
  if (!app.hasRequestDecorator('signedIn')) {
    app.decorate('keyPaces', createKeyPaces())
    app.decorateRequest('signedIn', null)
    // oxlint-disable-next-line unicorn/no-null -- Fastify wants the shape declared before the value
    app.decorateRequest('origin', null as unknown as Origin)
  }

  // Of those who change one thing some wait in memory, so that they never hold all connections.
  const changes = new TurnsByName(Math.max(1, mostTransactions(poolOf(db).options.max) - 2))

  return (endpoint, handler, options = {}) => {
    // What stands beside the API says where.
    const call = `${endpoint.method} ${app.prefix.replace(/^\/api\/v1/, '')}${endpoint.path}`
    const watch = async <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
      try {
        return await work()
      } catch (error) {
        await recordRefusal(db, request, { call, error })
        throw error
      }
    }
    const { response } = endpoint
    const success = endpoint.status ?? (endpoint.response || endpoint.produces ? 200 : 204)
    const route: Omit<RouteOptions, 'url'> = {
      method: endpoint.method,
      ...(response && {
        // Which status has a writer; what it writes is the contract's.
        schema: { response: { [success]: {} } },
        serializerCompiler: () => (answer: unknown) => writeAs(response, answer),
      }),
      ...(isList(endpoint) && { onSend: sendListAnswer }),
      onRequest: async (request) => {
        request.origin = originOf(request)
        await watch(request, async () => {
          await authorize(request, endpoint, db)
          checkCsrf(request, csrfKey, request.signedIn?.sessionId ?? null)
        })
      },
      handler: async (request, reply) => {
        const input = parseInput(endpoint, request)
        refuseUnlessFresh(endpoint, request.signedIn, input.body)
        const run = async (handle: Db, actor: SignedIn | null) =>
          handler({ db: handle, actor, ...input, origin: request.origin, request, reply } as never)
        reply.code(success)
        const answer = await watch(request, async () => {
          if (request.signedIn) options.before?.(request.signedIn)
          return endpoint.method === 'GET' || endpoint.changesNothing || options.ownTransactions
            ? run(db, request.signedIn)
            : changes.run(thingOf(endpoint, request), async () =>
                inTransaction(db, async (tx) =>
                  run(tx, await stillSignedIn(tx, request, endpoint)),
                ),
              )
        })
        return reply.sent ? reply : (answer ?? reply.send())
      },
    }
    for (const url of addressesOf(endpoint.path)) app.route({ ...route, url })
  }
}

/** What a call changes, as far as its address tells: the path up to its last id. */
function thingOf({ path }: Endpoint, request: FastifyRequest): string {
  const params = request.params as Record<string, string>
  return path
    .replace(/(:\w+)(?!.*:).*$/, '$1')
    .replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
}

const isList = ({ method, response }: Endpoint) =>
  method === 'GET' && response instanceof z.ZodArray

function originOf(request: FastifyRequest): Origin {
  return {
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    requestId: request.id,
  }
}

async function authorize(request: FastifyRequest, endpoint: Endpoint, db: Db): Promise<void> {
  refuseKeyInAddress(request.query)
  const sent = keyIn(request.headers.authorization)
  if (sent) {
    const { keyPaces: paces } = request.server
    await authorizeKey(db, request, { endpoint, ...sent, paces })
    if (request.signedIn) refuseUnlessAllowed(endpoint, request.signedIn)
    return
  }
  const token = bearerToken(request.headers.authorization)
  request.signedIn = token ? await findSignedInAndTouch(db, token) : null
  if (endpoint.access === 'public') return
  if (!request.signedIn) throw unauthorized()
  refuseUnlessAllowed(endpoint, request.signedIn)
}

/**
 * Whoever puts a key into the address is told, whatever else they send: it stands in logs, and has to be made anew.
 * @throws AppError 401
 */
function refuseKeyInAddress(query: unknown): void {
  const said = Object.values(query as Record<string, unknown>).flat()
  const isKey = (value: unknown) => typeof value === 'string' && value.startsWith(KEY_PREFIX)
  if (said.some(isKey)) throw keyInAddress()
}

/** @throws AppError 403 */
function refuseUnlessAllowed({ access, beforeSetUp }: Endpoint, signedIn: SignedIn): void {
  if (signedIn.mustSetUp && !beforeSetUp) {
    throw new AppError(
      403,
      'second_factor_setup_required',
      'Please set up a second factor first: your role needs one',
    )
  }
  if (access === 'admin' && signedIn.role !== 'admin') throw forbidden()
}

/** @throws AppError 403 where the person has to prove again that it is they */
function refuseUnlessFresh(
  { fresh, method }: Endpoint,
  signedIn: SignedIn | null,
  body: unknown,
): void {
  // Making a key that exports took a fresh sign-in.
  if (!fresh || signedIn?.isFresh || (signedIn?.key && method === 'GET')) return
  if (fresh !== true && !asksFor(fresh, body as object)) return
  if (!signedIn) throw freshSignInRequired()
  requireFresh(signedIn)
}

const asksFor = (fresh: Exclude<Endpoint['fresh'], true | undefined>, body: object) =>
  typeof fresh === 'function'
    ? fresh(body as never)
    : fresh.some((field) => (body as Record<string, unknown>)[field] !== undefined)

/**
 * Looks again inside the transaction and holds the session until its end, so that a log-out, a
 * deactivation or a demotion that commits first is obeyed, and one that comes later waits.
 */
async function stillSignedIn(
  tx: Db,
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<SignedIn | null> {
  if (!request.signedIn) return null
  const sent = keyIn(request.headers.authorization)
  if (sent?.key) {
    const owner = await stillByKey(tx, request, sent.key)
    refuseUnlessAllowed(endpoint, owner)
    return owner
  }
  const token = bearerToken(request.headers.authorization)!
  // Two statements: the second sees what was committed while the first one waited.
  const [, signedIn] = await Promise.all([holdSession(tx, token), findSignedIn(tx, token)])
  if (endpoint.access === 'public') return signedIn
  if (!signedIn) throw unauthorized()
  refuseUnlessAllowed(endpoint, signedIn)
  return signedIn
}

function parseInput({ params, query, body }: Endpoint, request: FastifyRequest) {
  return {
    params: params && checkInput(params, request.params, 'params'),
    query: query && checkInput(query, request.query, 'query'),
    // A body that is left out says nothing: what it must say is asked for by name.
    body: body && checkInput(body, request.body === undefined ? {} : request.body, 'body'),
  }
}
