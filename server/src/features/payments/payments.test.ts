import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signatureOf } from '../../../demo/local-stripe/local-stripe.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { type BilledServer, startBilledServer, subscribe } from '../../testing/stripe.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { readAndKeep, type Reading } from './billing.actions.ts'
import { compareBilling, followSeats, syncBilling } from './billing.jobs.ts'

const log = pino({ level: 'silent' })
const current = { params: { id: 'current' } }

/** A server, its Stripe, its admin; nothing is delivered by itself. */
async function withBilling(
  run: (its: BilledServer & { admin: Member }) => Promise<void>,
  options: Parameters<typeof startBilledServer>[0] = { quiet: true },
): Promise<void> {
  const server = await startBilledServer(options)
  try {
    await run({ ...server, admin: await createMember(server, { email: 'ada@example.com' }) })
  } finally {
    await server.stop()
  }
}

const shown = async ({ api, admin }: BilledServer & { admin: Member }) =>
  (await api.as(admin)('GET /payments/subscription/:id', current)).body

/** Until the condition holds: how long that takes is the machine's affair. */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 50_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`In vain: ${what}`)
    await wait(200)
  }
}

const seatsAt = ({ stripe }: BilledServer) =>
  Object.values(stripe.books.kept.subscriptions).map(({ items }) => items.data[0]?.quantity)

const eventsIn = ({ db }: BilledServer) => db.selectFrom('billing_events').selectAll().execute()

test('without a key the page says so, and nothing else is there', async () => {
  const server = await startTestServer()
  try {
    const admin = await createMember(server)
    const api = server.api.as(admin)
    const { status, body } = await api('GET /payments/subscription/:id', current)
    expect(status).toBe(200)
    expect(body).toMatchObject({ configured: false, mode: null, status: 'none', problem: null })
    const off = { status: 422, body: { code: 'billing_off' } }
    expect(await api.raw('POST /payments/checkout')).toMatchObject(off)
    expect(await api.raw('POST /payments/subscription/current/portal')).toMatchObject(off)
    expect((await api.raw('POST /payments/webhook', { body: {} })).status).toBe(404)
    expect((await api('GET /settings/front-desk')).body.billing_warning).toBeNull()
    const { rows } =
      await sql`select key from graphile_worker.jobs where key like 'billing:%'`.execute(server.db)
    expect(rows).toEqual([])
  } finally {
    await server.stop()
  }
})

describe('a webhook', () => {
  let server: BilledServer
  beforeAll(async () => {
    server = await startBilledServer({ quiet: true })
  })
  afterAll(async () => server.stop())

  const anEvent = (type = 'invoice.paid', fields = {}) =>
    JSON.stringify({
      id: server.stripe.books.newId('evt'),
      type,
      created: server.stripe.books.now,
      livemode: false,
      ...fields,
    })
  const post = (body: string, signature?: string) =>
    server.api.raw('POST /payments/webhook', {
      body,
      headers: signature === undefined ? {} : { 'Stripe-Signature': signature },
    })
  const secret = () => server.stripe.config.webhookSecret!

  test('is refused where its signature is absent, wrong, stale, or of other bytes', async () => {
    const body = anEvent()
    const seconds = Math.floor(Date.now() / 1000)
    const signatures = [
      undefined,
      '',
      't=1,v1=00',
      signatureOf(body, 'whsec_another'),
      signatureOf(body, secret(), seconds - 301),
      signatureOf(`${body} `, secret()),
      signatureOf(body, secret()).replace('v1=', 'v0='),
    ]
    for (const signature of signatures) {
      expect(await post(body, signature)).toMatchObject({
        status: 400,
        body: { code: 'bad_signature' },
      })
    }
    expect(await eventsIn(server)).toEqual([])
  })

  test('is kept once, however often it comes; what nothing comes of is handled at once', async () => {
    const body = anEvent('radar.early_fraud_warning.created')
    const seconds = Math.floor(Date.now() / 1000)
    for (const age of [0, 60, 290]) {
      expect((await post(body, signatureOf(body, secret(), seconds - age))).status).toBe(200)
    }
    const events = await eventsIn(server)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: 'radar.early_fraud_warning.created', source: 'local' })
    expect(events[0]!.handled_at).not.toBeNull()
  })

  test('of the other mode of Stripe is kept, and nothing comes of it', async () => {
    for (const livemode of [true, false]) {
      const body = anEvent('invoice.paid', { livemode })
      const { id } = JSON.parse(body) as { id: string }
      expect((await post(body, signatureOf(body, secret()))).status).toBe(200)
      const kept = (await eventsIn(server)).find((event) => event.id === id)!
      expect(kept.handled_at === null, `live: ${livemode}`).toBe(!livemode)
    }
  })

  test('that is signed and no event is malformed', async () => {
    for (const body of ['{}', '{"id":"evt_1","type":"x","created":"then","livemode":false}']) {
      const { status } = await post(body, signatureOf(body, secret()))
      expect(status).toBe(400)
    }
  })
})

test('subscribing twice at once is one Checkout of one customer, and over with the first payment', async () => {
  await withBilling(async (its) => {
    const api = its.api.as(its.admin)
    await createMember(its)
    const answers = await Promise.all([1, 2, 3].map(() => api('POST /payments/checkout')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const { customers, checkouts } = its.stripe.books.kept
    expect(Object.keys(customers)).toHaveLength(1)
    const [checkout] = Object.values(checkouts)
    expect(checkout!.line_items!.data[0]!.quantity).toBe(2)
    expect(checkout!.success_url).toBe(
      `${its.url}/admin/billing/return?session_id={CHECKOUT_SESSION_ID}`,
    )
    // Somebody comes, and subscribing begins anew: the first Checkout can't be paid beside it.
    await createMember(its)
    const again = await api('POST /payments/checkout')
    expect(its.stripe.books.checkout(checkout!.id).status).toBe('expired')
    its.stripe.books.payCheckout(again.body.id, { number: '4242 4242 4242 4242', name: 'Ada' })
    expect(await api.raw('POST /payments/checkout')).toMatchObject({
      status: 409,
      body: { code: 'already_subscribed' },
    })
    expect(await shown(its)).toMatchObject({
      configured: true,
      mode: 'local',
      status: 'active',
      seats: 3,
      active_people: 3,
      plan: { amount: 1200, currency: 'usd', interval: 'month', interval_count: 1 },
      next_invoice: { amount: 3600, currency: 'usd' },
      payment_method: { brand: 'visa', last4: '4242' },
      invoices: [{ status: 'paid', total: 3600 }],
      problem: null,
    })
  })
})

test('cancel and reactivate, asked twice at once, each leave one line in the trail', async () => {
  await withBilling(async (its) => {
    const { subscription } = await subscribe(its, its.stripe, 1)
    const api = its.api.as(its.admin)
    const both = (call: 'cancel' | 'reactivate') =>
      Promise.all(
        ['current', subscription.id].map((id) =>
          api.raw(`POST /payments/subscription/${id}/${call}`),
        ),
      )
    for (const answer of await both('cancel')) {
      expect(answer).toMatchObject({ status: 200, body: { cancel_at_period_end: true } })
      expect(answer.body.ends_at).toBe(answer.body.current_period_end)
    }
    for (const answer of await both('reactivate')) {
      expect(answer).toMatchObject({
        status: 200,
        body: { cancel_at_period_end: false, ends_at: null },
      })
    }
    const trail = await its.db
      .selectFrom('audit_events')
      .select('action')
      .where('action', 'in', ['billing.cancelled', 'billing.reactivated'])
      .orderBy('id')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['billing.cancelled', 'billing.reactivated'])
    its.stripe.books.end(subscription.id)
    expect(await api.raw('POST /payments/subscription/current/cancel')).toMatchObject({
      status: 409,
      body: { code: 'subscription_over' },
    })
    expect((await api.raw('GET /payments/subscription/sub_another')).status).toBe(404)
  })
})

test('who cancelled stands in the trail also where the job has read the news before', async () => {
  await withBilling(async (its) => {
    const { stripe, db, config } = its
    const { subscription } = await subscribe(its, stripe, 1)
    let asked = false
    let overtakes: Reading | undefined
    stripe.before = async (call) => {
      if (call.startsWith('POST /v1/subscriptions/')) asked = true
      else if (asked) {
        // The call's own look at what came of it waits for the job's.
        asked = false
        overtakes = await readAndKeep(db, config.stripe!, 'job')
      }
    }
    const api = its.api.as(its.admin)
    const { id } = subscription
    await api('POST /payments/subscription/:id/cancel', { params: { id } })
    expect(overtakes?.after.cancel_at_period_end).toBe(true)
    const trail = db.selectFrom('audit_events').select('actor_id')
    expect(await trail.where('action', '=', 'billing.cancelled').execute()).toEqual([
      { actor_id: its.admin.id },
    ])
  })
})

test('a look that was slow does not take back what a later one saw', async () => {
  await withBilling(async (its) => {
    const { stripe, db, config } = its
    const { subscription } = await subscribe(its, stripe, 1)
    let isFirst = true
    stripe.before = async (call) => {
      // It has seen the subscription already, and asks for its price after all of the other look.
      if (!isFirst || !call.startsWith('GET /v1/prices/')) return
      isFirst = false
      stripe.books.setEnding(subscription.id, true)
      await readAndKeep(db, config.stripe!, 'job')
    }
    const { after } = await readAndKeep(db, config.stripe!, 'job')
    expect([isFirst, after.cancel_at_period_end]).toEqual([false, true])
    const params = { id: 'current' }
    const { body } = await its.api.as(its.admin)('GET /payments/subscription/:id', { params })
    expect(body.cancel_at_period_end).toBe(true)
  })
})

test('a subscription that is cancelled while it is read has no next invoice', async () => {
  await withBilling(async (its) => {
    const { stripe, db, config } = its
    const { subscription } = await subscribe(its, stripe, 1)
    stripe.before = async (call) => {
      // Between the subscription and what its next invoice would be.
      if (call.includes('create_preview')) stripe.books.setEnding(subscription.id, true)
    }
    const { after } = await readAndKeep(db, config.stripe!, 'job')
    expect(after).toMatchObject({ next_invoice: null, one_more_seat: null })
  })
})

test('events that come twice, reordered and hours late end in what Stripe says', async () => {
  await withBilling(async (its) => {
    const { stripe } = its
    stripe.hold = true
    const { subscription } = await subscribe(its, stripe, 5)
    stripe.books.setEnding(subscription.id, true)
    stripe.books.advance(5 * 3600)
    stripe.books.setEnding(subscription.id, false)
    stripe.books.setSeats(subscription.id, 7)
    stripe.books.decline(Object.keys(stripe.books.kept.customers)[0]!, true)
    stripe.books.advance(32 * 86_400)
    expect(stripe.books.subscription(subscription.id).status).toBe('past_due')
    const late = stripe.held.toReversed()
    expect(late.length).toBeGreaterThan(6)
    for (const delivery of [...late, ...late.toReversed(), ...late]) {
      expect(await stripe.send(delivery)).toBe(200)
    }
    await until('all events are handled', async () =>
      (await eventsIn(its)).every(({ handled_at: at }) => at !== null),
    )
    expect(await eventsIn(its)).toHaveLength(late.length)
    expect(await shown(its)).toMatchObject({ status: 'past_due', cancel_at_period_end: false })
  }, {})
})

test('500 events at once on two nodes are one right state', async () => {
  await withBilling(async (its) => {
    const { stripe } = its
    stripe.hold = true
    const { subscription } = await subscribe(its, stripe, 1)
    const other = await startTestServer({
      connection: its.connection,
      config: { stripe: stripe.config },
    })
    try {
      for (let change = 0; change < 499; change += 1) {
        stripe.books.setSeats(subscription.id, 2 + (change % 7))
      }
      stripe.books.setEnding(subscription.id, true)
      const all = stripe.held.splice(0).slice(-500)
      // What was not taken is sent again, as Stripe does.
      for (let left = all; left.length > 0;) {
        const statuses = await Promise.all(
          left.map((delivery, at) =>
            stripe.send(delivery, { to: at % 2 === 0 ? its.url : other.url }),
          ),
        )
        expect(new Set(statuses)).not.toContain(500)
        left = left.filter((_, at) => statuses[at] !== 200)
      }
      await until('all events are handled', async () =>
        (await eventsIn(its)).every(({ handled_at: at }) => at !== null),
      )
      expect(await eventsIn(its)).toHaveLength(500)
      const at = stripe.books.subscription(subscription.id)
      expect(await shown(its)).toMatchObject({
        status: at.status,
        seats: at.items.data[0]!.quantity,
        cancel_at_period_end: true,
      })
    } finally {
      await other.stop()
    }
  }, {})
})

describe('seats', () => {
  test('follow people who come and go, by one job for several, with the same key again', async () => {
    await withBilling(async (its) => {
      await subscribe(its, its.stripe, 1)
      const jobs = () =>
        sql<{ count: number }>`
          select count(*)::int as count from graphile_worker.jobs where key = 'billing:seats'
        `.execute(its.db)
      const people = [await createMember(its), await createMember(its), await createMember(its)]
      expect((await jobs()).rows).toEqual([{ count: 1 }])
      await followSeats(its, log)
      expect(seatsAt(its)).toEqual([4])
      await its.api.as(its.admin)('PUT /admin/users/:id', {
        params: { id: people[0]!.id },
        body: { status: 'inactive' },
      })
      // Stripe does it, and its answer is lost: the next try changes nothing twice.
      its.stripe.fault = 'html'
      await followSeats(its, log)
      its.stripe.fault = null
      await followSeats(its, log)
      await followSeats(its, log)
      expect(seatsAt(its)).toEqual([3])
      const told = await its.db
        .selectFrom('audit_events')
        .select(['details', 'actor_name'])
        .where('action', '=', 'billing.seats_changed')
        .orderBy('id')
        .execute()
      expect(told.map(({ details }) => details)).toEqual([
        { from: 1, to: 4 },
        { from: 4, to: 3 },
      ])
      expect(told[0]!.actor_name).toBe('Billing')
      const { one_more_seat: more, next_invoice: next } = await shown(its)
      // Two more since the period began: they are in its last invoice, and in the next one.
      expect(next!.amount).toBeGreaterThan(5900)
      expect(next!.amount).toBeLessThanOrEqual(6000)
      expect(more!.amount).toBeGreaterThan(1100)
      expect(more!.amount).toBeLessThanOrEqual(1200)
    })
  })

  const inAMonth = Math.floor(Date.now() / 1000) + 30 * 24 * 60 * 60
  test.each([
    ['with its period', { cancel_at_period_end: true, cancel_at: null }],
    ['on a day', { cancel_at_period_end: false, cancel_at: inAMonth }],
  ])('stay where it ends %s, and that is no difference', async (_, ending) => {
    await withBilling(async (its) => {
      const { subscription } = await subscribe(its, its.stripe, 1)
      Object.assign(its.stripe.books.kept.subscriptions[subscription.id]!, ending)
      await createMember(its)
      await followSeats(its, log)
      expect(seatsAt(its)).toEqual([1])
      await compareBilling(its, log)
      const body = await shown(its)
      expect(body).toMatchObject({ cancel_at_period_end: true, seats: 1, differences: [] })
      const day = ending.cancel_at && new Date(ending.cancel_at * 1000).toISOString()
      expect(body.ends_at).toBe(day ?? body.current_period_end)
      expect(body.next_invoice).toBeNull()
    })
  })

  test('stay as they are while it ends, and catch up when it goes on', async () => {
    await withBilling(async (its) => {
      const { subscription } = await subscribe(its, its.stripe, 1)
      its.stripe.books.setEnding(subscription.id, true)
      await createMember(its)
      await followSeats(its, log)
      expect(seatsAt(its)).toEqual([1])
      its.stripe.books.setEnding(subscription.id, false)
      await followSeats(its, log)
      expect(seatsAt(its)).toEqual([2])
    })
  })
})

test('past due, admins are told what to do and until when; nobody else is, and it ends with the payment', async () => {
  await withBilling(async (its) => {
    const { stripe } = its
    const { customer, subscription } = await subscribe(its, stripe, 1)
    const agent = await createMember(its)
    const warning = async (who: Member) =>
      (await its.api.as(who)('GET /settings/front-desk')).body.billing_warning
    expect(await warning(its.admin)).toBeNull()
    stripe.books.decline(customer.id, true)
    stripe.books.advance(32 * 86_400)
    await syncBilling(its, log)
    const [open] = stripe.books.invoicesOf(customer.id)
    expect(await warning(its.admin)).toMatchObject({
      status: 'past_due',
      until: new Date(open!.next_payment_attempt! * 1000).toISOString(),
    })
    expect(await warning(agent)).toBeNull()
    expect((await its.api.as(agent)('GET /policies')).status).toBe(200)
    stripe.books.decline(customer.id, false)
    stripe.books.advance(4 * 86_400)
    await syncBilling(its, log)
    expect(await warning(its.admin)).toBeNull()
    stripe.books.end(subscription.id)
    await syncBilling(its, log)
    expect(await warning(its.admin)).toMatchObject({ status: 'canceled' })
  })
})

test('every night what is known is held against Stripe, and what differed is said', async () => {
  await withBilling(async (its) => {
    const { subscription } = await subscribe(its, its.stripe, 1)
    await compareBilling(its, log)
    expect(await shown(its)).toMatchObject({ differences: [], compared_at: expect.any(String) })
    its.stripe.books.setSeats(subscription.id, 9)
    await compareBilling(its, log)
    expect((await shown(its)).differences).toEqual([
      'Its seats was known as 1, and is 9 at Stripe.',
      '9 seats are paid for, and 1 people are active.',
    ])
  })
})
