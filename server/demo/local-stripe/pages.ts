import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { day, money, printInvoice } from './invoice-pdf.ts'
import { idOf, missing, seatsOf } from './kept.ts'
import type { Fault, LocalStripe } from './stand-in.ts'

type Form = Record<string, string | undefined>

/** What people see of Stripe: Checkout, the portal, invoices, and a page to steer the stand-in. */
export function pageRoutes(app: FastifyInstance, local: LocalStripe): void {
  const { books } = local
  const page = (
    method: 'GET' | 'POST',
    url: string,
    answer: (call: { id: string; form: Form; reply: FastifyReply }) => unknown,
  ) =>
    app.route({
      method,
      url,
      handler: async (request, reply) =>
        answer({ id: idIn(request), form: (request.body ?? {}) as Form, reply }),
    })
  const show = (reply: FastifyReply, title: string, body: string) =>
    reply.type('text/html; charset=utf-8').send(layOut(title, body))

  page('GET', '/checkout/:id', ({ id, reply }) =>
    show(reply, 'Checkout', checkoutPage(books.checkout(id))),
  )
  page('POST', '/checkout/:id', ({ id, form, reply }) => {
    const checkout = books.checkout(id)
    const card = { number: form.number ?? '', name: form.name ?? '' }
    if (card.number.replaceAll(/\D/g, '').length < 12) {
      return show(reply, 'Checkout', checkoutPage(checkout, 'Your card number is incomplete.'))
    }
    if (!books.payCheckout(id, card)) {
      return show(reply, 'Checkout', checkoutPage(checkout, 'Your card was declined.'))
    }
    const back = (checkout.success_url ?? '/').replace('{CHECKOUT_SESSION_ID}', id)
    return reply.redirect(back, 303)
  })

  page('GET', '/portal/:id', ({ id, reply }) =>
    show(reply, 'Billing', portalPage(local, portalOf(local, id))),
  )
  page('POST', '/portal/:id/:what', ({ id, form, reply }) => {
    const { customer } = portalOf(local, id)
    const [subscription] = books.subscriptionsOf(customer)
    if (form.do === 'card') {
      books.addCard(books.customer(customer), { number: form.number ?? '', name: 'Card holder' })
    }
    if (form.do === 'cancel' && subscription) {
      books.setEnding(subscription.id, true)
    }
    if (form.do === 'renew' && subscription) {
      books.setEnding(subscription.id, false)
    }
    if (form.do === 'pay') {
      for (const invoice of books.invoicesOf(customer)) {
        if (invoice.status === 'open') books.pay(invoice)
      }
    }
    return reply.redirect(`/portal/${id}`, 303)
  })

  page('GET', '/invoice/:id', ({ id, reply }) => {
    const invoice = invoiceOf(local, id)
    return show(reply, `Invoice ${invoice.number}`, invoicePage(invoice))
  })
  page('GET', '/invoice/:id/pdf', async ({ id, reply }) => {
    const invoice = invoiceOf(local, id)
    return reply
      .type('application/pdf')
      .header('Content-Disposition', `inline; filename="Invoice-${invoice.number}.pdf"`)
      .send(await printInvoice(invoice))
  })

  page('GET', '/', ({ reply }) => show(reply, 'Local Stripe', steeringPage(local)))
  page('POST', '/steer', async ({ form, reply }) => {
    await steer(local, form)
    return reply.redirect('/', 303)
  })
}

const idIn = ({ params }: FastifyRequest) => (params as { id?: string }).id ?? ''

function portalOf({ books }: LocalStripe, id: string): Stripe.BillingPortal.Session {
  const found = books.kept.portals[id]
  if (!found) throw missing('portal', id)
  return found
}

function invoiceOf({ books }: LocalStripe, id: string): Stripe.Invoice {
  const found = books.kept.invoices[id]
  if (!found) throw missing('invoice', id)
  return found
}

const DAY = 86_400
const STEERING: Record<string, (local: LocalStripe, customer: string) => void> = {
  day: ({ books }) => books.advance(DAY),
  week: ({ books }) => books.advance(7 * DAY),
  month: ({ books }) => books.advance(31 * DAY),
  decline: ({ books }, customer) => books.decline(customer, true),
  accept: ({ books }, customer) => books.decline(customer, false),
  end: ({ books }, customer) => {
    const [subscription] = books.subscriptionsOf(customer)
    if (subscription && subscription.status !== 'canceled') books.end(subscription.id)
  },
  twice: (local) => {
    local.times = local.times === 1 ? 2 : 1
  },
  hold: (local) => {
    local.hold = !local.hold
  },
}
const FAULTS: (Fault | 'none')[] = ['none', 'slow', 'down', 'fault', 'busy', 'html', 'rubbish']

async function steer(local: LocalStripe, { do: what = '' }: Form): Promise<void> {
  const [customer] = Object.keys(local.books.kept.customers).toReversed()
  STEERING[what]?.(local, customer ?? '')
  const fault = FAULTS.find((one) => `fault-${one}` === what)
  if (fault) local.fault = fault === 'none' ? null : fault
  // Held events in another order than they happened in.
  if (what === 'release') {
    for (const delivery of local.held.splice(0).toReversed()) await local.send(delivery)
  }
}

const seatsInWords = (count: number) => (count === 1 ? '1 seat' : `${count} seats`)

function checkoutPage(checkout: Stripe.Checkout.Session, problem = ''): string {
  if (checkout.status !== 'open') {
    return `<h1>This page has expired</h1><p>Go back and begin again.</p>`
  }
  const [line] = checkout.line_items?.data ?? []
  return `<h1>Subscribe to Front Desk</h1>
<p class="amount">${money(checkout.amount_total ?? 0)} <small>per month</small></p>
<p>${seatsInWords(line?.quantity ?? 0)}, ${money(line?.price?.unit_amount ?? 0)} each</p>
${problem && `<p role="alert" class="problem">${escapeHtml(problem)}</p>`}
<form method="post">
<label>Card number <input name="number" value="4242 4242 4242 4242" autocomplete="off" required></label>
<label>Cardholder name <input name="name" value="Harbor Broker" autocomplete="off" required></label>
<button>Subscribe</button>
</form>
<p class="hint">4000 0000 0000 0002 is declined; 4000 0000 0000 0341 pays once, and is declined from the next
month on.</p>
<p><a href="${escapeHtml(checkout.cancel_url ?? '/')}">Go back without subscribing</a></p>`
}

function portalPage({ books }: LocalStripe, portal: Stripe.BillingPortal.Session): string {
  const customer = books.customer(portal.customer)
  const [subscription] = books.subscriptionsOf(customer.id)
  const card = books.kept.cards[idOf(customer.invoice_settings.default_payment_method)]?.card
  const invoices = books.invoicesOf(customer.id)
  const button = (what: string, label: string) =>
    `<form method="post" action="/portal/${portal.id}/do"><input type="hidden" name="do" value="${what}"><button>${label}</button></form>`
  return `<h1>Billing of ${escapeHtml(customer.name ?? 'the brokerage')}</h1>
<p><a href="${escapeHtml(portal.return_url ?? '/')}">Return to Front Desk</a></p>
<h2>Subscription</h2>
<p>${subscription ? `${subscription.status}, ${seatsInWords(seatsOf(subscription).quantity ?? 0)}, until ${day(seatsOf(subscription).current_period_end)}` : 'None.'}</p>
${subscription?.cancel_at_period_end ? button('renew', 'Don’t cancel') : button('cancel', 'Cancel subscription')}
<h2>Payment method</h2>
<p>${card ? `${card.brand} ending in ${card.last4}` : 'None.'}</p>
<form method="post" action="/portal/${portal.id}/do"><input type="hidden" name="do" value="card">
<label>New card number <input name="number" value="4242 4242 4242 4242" autocomplete="off"></label>
<button>Update card</button></form>
<h2>Invoices</h2>
${invoices.some(({ status }) => status === 'open') ? button('pay', 'Pay what is open') : ''}
<ul>${invoices.map((one) => `<li><a href="/invoice/${one.id}">${one.number}</a>, ${day(one.created)}, ${money(one.total)}, ${one.status}</li>`).join('')}</ul>`
}

function invoicePage(invoice: Stripe.Invoice): string {
  const rows = invoice.lines.data.map(
    ({ description, amount }) =>
      `<tr><td>${escapeHtml(description ?? '')}</td><td>${money(amount)}</td></tr>`,
  )
  return `<h1>Invoice ${invoice.number}</h1>
<p>${escapeHtml(invoice.customer_name ?? '')}, ${day(invoice.created)}, ${invoice.status}</p>
<table>${rows.join('')}<tr><th>Total</th><th>${money(invoice.total)}</th></tr></table>
<p><a href="/invoice/${invoice.id}/pdf">PDF</a></p>`
}

function steeringPage({ books, times, hold, held, fault }: LocalStripe): string {
  const [subscription] = Object.values(books.kept.subscriptions).toReversed()
  const button = (what: string, label: string) =>
    `<button name="do" value="${what}">${label}</button>`
  return `<h1>Local Stripe</h1>
<p>It stands in for Stripe in the demo and in tests. It is on this machine, and no money moves.</p>
<p>Its clock says <strong>${day(books.now)}</strong>. ${
    subscription
      ? `The subscription is <strong>${subscription.status}</strong>, paid until ${day(seatsOf(subscription).current_period_end)}.`
      : 'Nobody has subscribed.'
  }</p>
<form method="post" action="/steer">
<h2>Move its clock on</h2><p>${button('day', 'A day')} ${button('week', 'A week')} ${button('month', 'A month')}</p>
<h2>The card on file</h2><p>${button('decline', 'Decline from now on')} ${button('accept', 'Accept again')}</p>
<h2>The subscription</h2><p>${button('end', 'End it now')}</p>
<h2>Webhooks</h2><p>${button('twice', times === 1 ? 'Send each twice' : 'Send each once')}
${button('hold', hold ? 'Send at once again' : 'Hold back')} ${button('release', `Send the ${held.length} held, newest first`)}</p>
<h2>The API</h2><p>${FAULTS.map((one) => button(`fault-${one}`, (fault ?? 'none') === one ? `✓ ${one}` : one)).join(' ')}</p>
</form>`
}

const layOut = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Local Stripe</title><style>
:root { color-scheme: light dark; --paper: light-dark(#f4f4f9, #14151c); --ink: light-dark(#1c1d2b, #e9e9f2); --line: light-dark(#c9cada, #3b3d50); --fill: light-dark(#4b3fb8, #5d50d0) }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif }
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem }
header { background: var(--fill); color: #fff; padding: .6rem 1.25rem; text-align: center; font-size: .9rem }
h1 { font-size: 1.5rem; line-height: 1.25 } h2 { font-size: 1.05rem; margin: 1.75rem 0 .25rem }
.amount { font-size: 2rem; margin: 0 } .problem { color: light-dark(#a3142a, #ff9aa8); font-weight: 600 } .hint { font-size: .9rem }
label { display: block; margin: 0 0 1rem; font-weight: 500 } input { display: block; box-sizing: border-box; width: 100%; padding: .6rem; font: inherit; border: 1px solid var(--line); border-radius: 6px }
button { font: inherit; padding: .5rem .9rem; margin: .15rem 0; border: 0; border-radius: 6px; background: var(--fill); color: #fff; cursor: pointer }
a { color: light-dark(#4b3fb8, #aaa2ff) } table { width: 100%; border-collapse: collapse } td, th { text-align: start; padding: .4rem 0; border-bottom: 1px solid var(--line) } td:last-child, th:last-child { text-align: end }
</style></head><body><header>Local Stripe: a stand-in on this machine. No money moves.</header><main>${body}</main></body></html>`

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
