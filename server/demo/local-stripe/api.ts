import type { FastifyInstance, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { readForm } from './form.ts'
import type { LocalStripe } from './stand-in.ts'
import { aList, aPortal } from './customer-objects.ts'
import { missing, Refusal, type Sent } from './kept.ts'

/** What Stripe allows in one `expand`. */
const MOST_LEVELS = 4

type Route = <P>(
  method: 'GET' | 'POST',
  url: string,
  answer: (params: Sent<P>, id: string) => object,
) => void

/** The calls of Stripe's API that Front Desk makes, and the test clock. */
export function apiRoutes(app: FastifyInstance, local: LocalStripe): void {
  const once = rememberAnswers()
  const route: Route = (method, url, answer) => {
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const params = paramsOf(request)
        const result = once(request, params, () => {
          const { id = '' } = request.params as { id?: string }
          return expand(local, answer(params as never, id), params.expand)
        })
        return reply.header('Request-Id', `req_local_${local.calls.length}`).send(result)
      },
    })
  }
  refuseStrangers(app, local)
  customerRoutes(route, local)
  subscriptionRoutes(route, local)
}

/** The same key again is the same answer; with other parameters it is a mistake. */
function rememberAnswers() {
  const remembered = new Map<string, { asked: string; answer: object }>()
  return (request: FastifyRequest, params: object, work: () => object): object => {
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || typeof key !== 'string') return work()
    const asked = JSON.stringify([request.url, params])
    const before = remembered.get(key)
    if (before && before.asked !== asked) {
      throw new Refusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`,
      })
    }
    const answer = before?.answer ?? structuredClone(work())
    remembered.set(key, { asked, answer })
    return answer
  }
}

function refuseStrangers(app: FastifyInstance, local: LocalStripe): void {
  app.addHook('preHandler', async ({ url, headers }) => {
    if (!url.startsWith('/v1/') || headers.authorization === `Bearer ${local.config.secretKey}`) {
      return
    }
    const message = 'Invalid API Key provided: sk_test_********'
    throw new Refusal(401, { type: 'invalid_request_error', message })
  })
  app.setErrorHandler(async (error, _request, reply) => {
    const { status, body } =
      error instanceof Refusal
        ? error
        : new Refusal(500, { type: 'api_error', message: String(error) })
    return reply.code(status).send({ error: body })
  })
  app.setNotFoundHandler(async ({ method, url }) => {
    const message = `Unrecognized request URL (${method}: ${url})`
    throw new Refusal(404, { type: 'invalid_request_error', message })
  })
}

function customerRoutes(route: Route, local: LocalStripe): void {
  const { books } = local
  route<Stripe.CustomerCreateParams>('POST', '/v1/customers', (params) =>
    books.makeCustomer(params),
  )
  route('GET', '/v1/customers/:id', (_, id) => books.customer(id))
  route<Stripe.Checkout.SessionCreateParams>('POST', '/v1/checkout/sessions', (params) =>
    books.makeCheckout(params, local.url),
  )
  route<Stripe.Checkout.SessionListParams>('GET', '/v1/checkout/sessions', (params) =>
    aList(
      Object.values(books.kept.checkouts).filter(
        ({ customer, status }) =>
          customer === params.customer && (!params.status || status === params.status),
      ),
      '/v1/checkout/sessions',
    ),
  )
  route('GET', '/v1/checkout/sessions/:id', (_, id) => books.checkout(id))
  route('POST', '/v1/checkout/sessions/:id/expire', (_, id) => books.expireCheckout(id))
  route<Stripe.BillingPortal.SessionCreateParams>(
    'POST',
    '/v1/billing_portal/sessions',
    (params) => {
      const id = books.newId('bps')
      const portal = aPortal(id, books.now, {
        customer: books.customer(params.customer ?? '').id,
        return_url: params.return_url ?? null,
        url: `${local.url}/portal/${id}`,
      })
      books.kept.portals[id] = portal
      return portal
    },
  )
}

function subscriptionRoutes(route: Route, local: LocalStripe): void {
  const { books } = local
  route<Stripe.SubscriptionListParams>('GET', '/v1/subscriptions', ({ customer = '', status }) =>
    aList(
      books
        .subscriptionsOf(books.customer(customer).id)
        .filter((one) => status === 'all' || one.status !== 'canceled'),
      '/v1/subscriptions',
    ),
  )
  route('GET', '/v1/subscriptions/:id', (_, id) => books.subscription(id))
  route<Stripe.SubscriptionUpdateParams>('POST', '/v1/subscriptions/:id', (params, id) =>
    books.update(id, params),
  )
  route<Stripe.InvoiceListParams>('GET', '/v1/invoices', ({ customer = '', limit = '10' }) => {
    const all = books.invoicesOf(books.customer(customer).id)
    return aList(
      all.slice(0, Number(limit)).map((invoice) => withAddresses(local, invoice)),
      '/v1/invoices',
    )
  })
  route<Stripe.InvoiceCreatePreviewParams>('POST', '/v1/invoices/create_preview', (params) =>
    books.preview(params),
  )
  route('GET', '/v1/prices/:id', (_, id) => books.priceOf(id))
  route<Stripe.TestHelpers.TestClockAdvanceParams>(
    'POST',
    '/v1/test_helpers/test_clocks/:id/advance',
    ({ frozen_time: to }, id) => {
      books.advance(Number(to) - books.now)
      return { id, object: 'test_helpers.test_clock', frozen_time: books.now, status: 'ready' }
    },
  )
}

/** Where an invoice is looked at and printed, which depends on where this listens. */
const withAddresses = ({ url }: LocalStripe, invoice: Stripe.Invoice): Stripe.Invoice => ({
  ...invoice,
  hosted_invoice_url: `${url}/invoice/${invoice.id}`,
  invoice_pdf: `${url}/invoice/${invoice.id}/pdf`,
})

interface Params {
  expand?: string[]
}

function paramsOf({ method, url, body }: FastifyRequest): Params {
  const given = method === 'GET' ? readForm(url.split('?')[1] ?? '') : (body ?? {})
  const { expand: wanted, ...rest } = given as Params
  return { ...rest, ...(wanted && { expand: Object.values(wanted) }) }
}

/** Puts objects in the place of their ids, as `expand` names them. */
function expand(local: LocalStripe, answer: object, paths: string[] = []): object {
  const copy = structuredClone(answer)
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > MOST_LEVELS) {
      throw new Refusal(400, {
        type: 'invalid_request_error',
        message: `You cannot expand more than ${MOST_LEVELS} levels of a property. Property: ${path}`,
      })
    }
    expandPath(local, copy, parts)
  }
  return copy
}

function expandPath(local: LocalStripe, at: unknown, [part, ...rest]: string[]): void {
  if (Array.isArray(at)) return at.forEach((one) => expandPath(local, one, [part!, ...rest]))
  if (typeof at !== 'object' || at === null || part === undefined) return
  const holder = at as Record<string, unknown>
  const value = holder[part]
  if (typeof value === 'string') holder[part] = structuredClone(objectOf(local, value))
  expandPath(local, holder[part], rest)
}

function objectOf({ books }: LocalStripe, id: string): object {
  const { customers, cards, subscriptions, invoices } = books.kept
  const found =
    customers[id] ??
    cards[id] ??
    subscriptions[id] ??
    invoices[id] ??
    (id === books.product.id ? books.product : undefined)
  if (!found) throw missing('object', id)
  return found
}
