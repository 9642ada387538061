import type Stripe from 'stripe'

/**
 * Stripe's objects, typed by its own library. The fields of exact decimals are the one thing that differs
 * from the wire: they are null here, because the library's type for them is no JSON.
 */
export function aProduct(id: string, name: string, created: number): Stripe.Product {
  return {
    id,
    object: 'product',
    active: true,
    created,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    tax_details: null,
    type: 'service',
    updated: created,
    url: null,
  }
}

const MONTHLY = {
  interval: 'month',
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
} as const

export function aPrice(
  id: string,
  product: string,
  { amount, created }: { amount: number; created: number },
): Stripe.Price {
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created,
    currency: 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product,
    recurring: MONTHLY,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: amount,
    unit_amount_decimal: null,
  }
}

export const planOf = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: true,
  amount: price.unit_amount,
  amount_decimal: null,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: 'month',
  interval_count: 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: null,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

export function aCustomer(
  id: string,
  created: number,
  { name, email, description }: { name?: string; email?: string; description?: string },
): Stripe.Customer {
  return {
    id,
    object: 'customer',
    balance: 0,
    created,
    currency: 'usd',
    default_source: null,
    delinquent: false,
    description: description ?? null,
    email: email ?? null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: name ?? null,
    shipping: null,
  }
}

const BRANDS: [RegExp, string][] = [
  [/^4/, 'visa'],
  [/^5/, 'mastercard'],
  [/^3/, 'amex'],
]

export function aCard(
  id: string,
  created: number,
  { customer, number, name }: { customer: string; number: string; name: string },
): Stripe.PaymentMethod {
  const digits = number.replaceAll(/\D/g, '')
  return {
    id,
    object: 'payment_method',
    billing_details: { address: null, email: null, name, phone: null, tax_id: null },
    card: {
      brand: BRANDS.find(([pattern]) => pattern.test(digits))?.[1] ?? 'unknown',
      checks: null,
      country: 'US',
      display_brand: null,
      exp_month: 12,
      exp_year: 2031,
      funding: 'credit',
      generated_from: null,
      last4: digits.slice(-4),
      networks: null,
      regulated_status: 'unregulated',
      three_d_secure_usage: null,
      wallet: null,
    },
    created,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

/** What is the same in every Checkout here. */
const PLAIN_CHECKOUT = {
  object: 'checkout.session',
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_reference_id: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency: 'usd',
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  metadata: {},
  mode: 'subscription',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: null, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>

export function aCheckout(
  id: string,
  created: number,
  given: {
    customer: string
    price: Stripe.Price
    quantity: number
    url: string
    success_url?: string
    cancel_url?: string
  },
): Stripe.Checkout.Session {
  const total = given.quantity * (given.price.unit_amount ?? 0)
  const line: Stripe.LineItem = {
    id: `li_${id.slice(-12)}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: 'usd',
    description: null,
    metadata: null,
    price: given.price,
    quantity: given.quantity,
  }
  return {
    ...PLAIN_CHECKOUT,
    id,
    amount_subtotal: total,
    amount_total: total,
    cancel_url: given.cancel_url ?? null,
    created,
    customer: given.customer,
    expires_at: created + 86_400,
    line_items: aList([line], `/v1/checkout/sessions/${id}/line_items`),
    success_url: given.success_url ?? null,
    url: given.url,
  }
}

export function aPortal(
  id: string,
  created: number,
  given: { customer: string; return_url: string | null; url: string },
): Stripe.BillingPortal.Session {
  return {
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_local',
    created,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    ...given,
  }
}

export function anEvent(
  id: string,
  created: number,
  { type, object }: { type: Stripe.Event.Type; object: Stripe.Event.Data.Object },
): Stripe.Event {
  const event = {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created,
    // As it was then: what comes later changes the object, not the event.
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which object goes with which type is Stripe's union of 250
  return event as Stripe.Event
}

export const aList = <T>(data: T[], url: string): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: false,
  url,
})
