import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import StripeLibrary from 'stripe'
import type { StripeConfig } from '../../src/config.ts'
import { apiRoutes } from './api.ts'
import { Books } from './books.ts'
import { readForm } from './form.ts'
import { emptyBooks, type Kept } from './kept.ts'
import { pageRoutes } from './pages.ts'
import type { Delivery, LocalStripe } from './stand-in.ts'

/** Longer than anybody waits. */
const SLOW_MS = 30_000
/** Seconds until an event that was not taken is sent again. */
const SEND_AGAIN_SECONDS = [1, 5, 30]

/** Starts one. With a `file` it goes on where it stopped. */
export async function startLocalStripe(
  options: { port?: number; file?: string; product?: string } = {},
): Promise<LocalStripe> {
  const kept = readKept(options.file)
  const save = () => options.file && writeKept(options.file, kept)
  const app = Fastify({ logger: false, forceCloseConnections: true })
  const onTheWay = new Set<Promise<void>>()
  const books = new Books(kept, {
    name: options.product ?? 'Front Desk seat',
    tell: (event) => {
      const delivery = { id: event.id, type: event.type, payload: JSON.stringify(event) }
      if (local.hold) local.held.push(delivery)
      else if (local.deliverTo !== null) track(deliver(local, delivery))
    },
  })
  const track = (work: Promise<void>) => {
    const tracked = work.finally(() => onTheWay.delete(tracked))
    onTheWay.add(tracked)
  }
  const config: StripeConfig = {
    secretKey: `sk_test_local${randomUUID().replaceAll('-', '')}`,
    webhookSecret: `whsec_local${randomUUID().replaceAll('-', '')}`,
    priceId: books.price.id,
    apiBase: null,
  }
  const local: LocalStripe = {
    url: '',
    config,
    books,
    deliverTo: null,
    hold: false,
    held: [],
    times: 1,
    fault: null,
    before: async () => undefined,
    calls: [],
    send: async (delivery, how = {}) => send(local, delivery, how),
    settled: async () => {
      while (onTheWay.size > 0) await Promise.all(onTheWay)
    },
    close: async () => {
      local.deliverTo = null
      await app.close()
      save()
    },
  }
  // As clients of Stripe send it: `items[0][quantity]=3`.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, readForm(String(body))),
  )
  misbehave(app, local)
  app.addHook('onResponse', async () => void save())
  apiRoutes(app, local)
  pageRoutes(app, local)
  local.url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  config.apiBase = local.url
  return local
}

/** Of the API only: its own pages stay as they are, so that it can be steered. */
function misbehave(app: FastifyInstance, local: LocalStripe): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/v1/')) return
    const call = `${request.method} ${request.url.split('?')[0]}`
    local.calls.push(call)
    await local.before(call)
    const { fault } = local
    if (fault === 'slow') await wait(SLOW_MS, undefined, { ref: false })
    if (fault === 'down') request.raw.socket.destroy()
    const failed = (status: number, type: string) =>
      reply.code(status).send({ error: { type, message: 'It is one of those days' } })
    if (fault === 'fault') return failed(500, 'api_error')
    if (fault === 'busy') return failed(429, 'rate_limit_error')
    if (fault === 'html') return reply.type('text/html').send('<!doctype html><h1>Hello</h1>')
    if (fault === 'rubbish')
      return reply.send({ object: 'surprise', data: [{ id: 7 }], url: 'javascript:alert(1)' })
  })
}

async function deliver(local: LocalStripe, delivery: Delivery): Promise<void> {
  for (let copy = 0; copy < local.times; copy += 1) await deliverOne(local, delivery)
}

/** Until it is taken, or nobody is there any more. */
async function deliverOne(local: LocalStripe, delivery: Delivery): Promise<void> {
  for (const seconds of [...SEND_AGAIN_SECONDS, null]) {
    const status = await send(local, delivery, {}).catch(() => 0)
    if (status === 200 || seconds === null || local.deliverTo === null) return
    await wait(seconds * 1000, undefined, { ref: false })
  }
}

async function send(
  local: LocalStripe,
  { payload }: Delivery,
  { signedAt, secret, to }: { signedAt?: number; secret?: string; to?: string },
): Promise<number> {
  const response = await fetch(`${to ?? local.deliverTo}/api/v1/payments/webhook`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': signatureOf(payload, secret ?? local.config.webhookSecret!, signedAt),
    },
    body: payload,
  })
  await response.text()
  return response.status
}

/** A header as Stripe signs: by the clock of the world, not by that of its books. */
export const signatureOf = (payload: string, secret: string, signedAt?: number): string =>
  new StripeLibrary('sk_test_unused').webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(signedAt !== undefined && { timestamp: signedAt }),
  })

function readKept(file: string | undefined): Kept {
  if (!file || !existsSync(file)) return emptyBooks()
  return { ...emptyBooks(), ...JSON.parse(readFileSync(file, 'utf8')) }
}

function writeKept(file: string, kept: Kept): void {
  writeFileSync(`${file}.part`, JSON.stringify(kept))
  renameSync(`${file}.part`, file)
}
