import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import { newSecret, sealSecret } from '../src/features/webhooks/webhook-message.ts'
import { hashKey, newKey } from '../src/http/api-key.ts'
import type { StoragePlace } from '../src/platform/files.ts'
import { type Past, writeTrail } from './fill-audit.ts'
import type { FilledPerson } from './fill-people.ts'
import { daysAgo } from './time.ts'

/** Of a network that is kept for examples. */
const OFFICE = '203.0.113.24'
const NOBODY_ANSWERS = 'Its name was not found (ENOTFOUND)'

/**
 * Other programs of the brokerage: two API keys, whose secrets nobody knows, and a webhook that the server has
 * switched off, so that the demo sends nothing. Its name is one that is kept for examples.
 */
export async function fillPrograms(
  db: Db,
  people: FilledPerson[],
  place: Pick<StoragePlace, 'dataDir'>,
): Promise<void> {
  const admin = people.find(({ role }) => role === 'admin')!
  await db.updateTable('settings').set({ session_days: 14, session_hours: 10 }).execute()
  await writeTrail(db, [
    {
      action: 'settings.changed',
      person: admin,
      at: daysAgo(62, 13),
      details: { fields: 'session days, session hours' },
    },
    ...(await fillKeys(db, admin)),
    ...(await fillWebhook(db, people, { admin, place })),
  ])
}

const DEMO_KEYS = [
  {
    name: 'Commission spreadsheet',
    scopes: ['people:read', 'obligations:read'],
    made: 48,
    ends: -42,
    revoked: null,
    used: 1,
  },
  {
    name: 'Old intranet page',
    scopes: ['policies:read', 'search:read'],
    made: 160,
    ends: 70,
    revoked: 96,
    used: 97,
  },
]

async function fillKeys(db: Db, admin: FilledPerson): Promise<Past[]> {
  const past: Past[] = []
  for (const { name, scopes, made, ends, revoked, used } of DEMO_KEYS) {
    const id = uuidv7()
    const { key, publicId } = newKey()
    const expiresAt = daysAgo(ends, 14)
    await db
      .insertInto('api_keys')
      .values({
        id,
        public_id: publicId,
        key_hash: hashKey(key),
        user_id: admin.id,
        name,
        scopes,
        created_at: daysAgo(made, 14),
        expires_at: expiresAt,
        last_used_at: daysAgo(used, 6),
        last_used_ip: OFFICE,
        ...(revoked !== null && { ended_at: daysAgo(revoked, 10), ended_as: 'revoked' as const }),
      })
      .execute()
    const about = { person: admin, item: { type: 'api_key', id, title: name } }
    const details = { scopes: scopes.join(', '), expires_at: expiresAt }
    past.push({ ...about, action: 'api_key.created', at: daysAgo(made, 14), details })
    if (revoked === null) continue
    const owner = `${admin.first_name} ${admin.last_name}`
    past.push({ ...about, action: 'api_key.revoked', at: daysAgo(revoked, 10), details: { owner } })
  }
  return past
}

/** Days before today on which it was told of somebody, and how many tries that took; the last ones were in vain. */
const DEMO_DELIVERIES = [
  { days: 24, tries: 1, taken: true },
  { days: 21, tries: 3, taken: true },
  { days: 18, tries: 1, taken: true },
  { days: 13, tries: 11, taken: false },
  { days: 11, tries: 11, taken: false },
]
/** As the server pauses between tries. */
const HOURS_AFTER = [0, 0.002, 0.02, 0.1, 0.6, 2.6, 7.6, 17.6, 31.6, 51.6, 71.6]

async function fillWebhook(
  db: Db,
  people: FilledPerson[],
  { admin, place }: { admin: FilledPerson; place: Pick<StoragePlace, 'dataDir'> },
): Promise<Past[]> {
  const id = uuidv7()
  const url = 'https://payroll.harborandpine.example/front-desk'
  const title = 'Payroll: who comes and goes'
  const events = ['person.created', 'person.updated', 'person.deactivated']
  await db
    .insertInto('webhook_endpoints')
    .values({
      id,
      url,
      description: title,
      events,
      enabled: false,
      disabled_because: 'failing',
      failing_since: daysAgo(13, 15),
      failing_because: NOBODY_ANSWERS,
      secret_sealed: await sealSecret(place, id, newSecret()),
      created_by: admin.id,
      created_at: daysAgo(61, 13),
      updated_at: daysAgo(6, 15),
    })
    .execute()
  const agents = people.filter(({ role, status }) => role === 'agent' && status === 'active')
  for (const [index, delivery] of DEMO_DELIVERIES.entries()) {
    await fillDelivery(db, { ...delivery, endpointId: id, about: agents[index * 3]! })
  }
  const item = { type: 'webhook', id, title }
  const server = { person: null, item }
  const problem = NOBODY_ANSWERS
  return [
    {
      action: 'webhook.created',
      person: admin,
      at: daysAgo(61, 13),
      item,
      details: { url, events, enabled: true },
    },
    { ...server, action: 'webhook.failing', at: daysAgo(13, 15), details: { problem } },
    {
      ...server,
      action: 'webhook.disabled',
      at: daysAgo(6, 15),
      details: { reason: 'failing', problem },
    },
  ]
}

async function fillDelivery(
  db: Db,
  how: (typeof DEMO_DELIVERIES)[number] & { endpointId: string; about: FilledPerson },
): Promise<void> {
  const { days, tries, taken, endpointId, about } = how
  const began = Date.parse(daysAgo(days, 15))
  const after = (hours: number) => new Date(began + hours * 3_600_000).toISOString()
  const [event_id, id] = [uuidv7(), uuidv7()]
  const facts = { person_id: about.id, role: about.role, status: about.status, changed: ['title'] }
  await db
    .insertInto('webhook_events')
    .values({
      id: event_id,
      type: 'person.updated',
      happened_at: after(0),
      data: JSON.stringify(facts),
    })
    .execute()
  const all = HOURS_AFTER.slice(0, tries)
  await db
    .insertInto('webhook_deliveries')
    .values({
      id,
      endpoint_id: endpointId,
      event_id,
      state: taken ? 'delivered' : 'failed',
      tries,
      tries_in_row: tries,
      next_try_at: null,
      give_up_at: after(72),
      created_at: after(0),
      settled_at: after(all.at(-1)!),
    })
    .execute()
  await db
    .insertInto('webhook_tries')
    .values(
      all.map((hours, index) => {
        const isTaken = taken && index === tries - 1
        return {
          id: uuidv7(),
          delivery_id: id,
          tried_at: after(hours),
          took_ms: isTaken ? 180 + index * 35 : 12 + index,
          status: isTaken ? 204 : null,
          problem: isTaken ? null : taken ? 'It can’t be reached (ECONNREFUSED)' : NOBODY_ANSWERS,
          answer: '',
        }
      }),
    )
    .execute()
}
