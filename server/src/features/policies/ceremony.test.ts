import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { CONSENT } from '@frontdesk/contract/constants'
import type { PolicyAcknowledgment } from '@frontdesk/contract/policies'
import type { Ceremony, CeremonyInput, Signing } from '@frontdesk/contract/signing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { createMember, createPolicy, type Member, PASSWORD } from '../../testing/factories.ts'
import { untilWaiting } from '../../testing/locks.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { hashOfRecord } from './acknowledgment-chain.ts'

let server: TestServer
let admin: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { role: 'admin' })
})
afterAll(async () => server.stop())

const NOTHING: Signing = {
  comparison: false,
  typed_name: false,
  identity: false,
  reading: false,
  consent: null,
}
const WORDS = 'I have read it with my own eyes, and I keep to it.'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A policy that takes so much to sign. */
async function policyWith(signing: Partial<Signing>): Promise<string> {
  const { id } = await createPolicy(server.api.as(admin))
  const answer = await server.api.as(admin)('PUT /policies/:id/signing', {
    params: { id },
    body: { ...NOTHING, ...signing },
  })
  expect(answer.body.signing).toEqual({ ...NOTHING, ...signing })
  return id
}

const sign = (who: Member, id: string, ceremony?: Partial<CeremonyInput>, version?: number) =>
  server.api.as(who).raw('POST /policies/:id/acknowledge', {
    params: { id },
    body: {
      ...(version && { version }),
      ...(ceremony && { ceremony: { consent: CONSENT, ...ceremony } }),
    },
  })

/** The record of a signature that went through. */
async function signed(...args: Parameters<typeof sign>): Promise<PolicyAcknowledgment> {
  const { status, body } = await sign(...args)
  expect(status).toBe(200)
  return body as unknown as PolicyAcknowledgment
}
const ceremonyIn = ({ ceremony }: PolicyAcknowledgment) => JSON.parse(ceremony!) as Ceremony

const confirm = (who: Member) =>
  server.api.as(who)('POST /auth/confirm', { body: { password: PASSWORD } })

const recordsOf = async (id: string) =>
  (await server.api.as(admin)('GET /admin/policies/acknowledgments', { query: { policy_id: id } }))
    .body

const missing = (field: string) => ({
  status: 422,
  body: { code: 'ceremony_required', fields: { [field]: expect.any(String) } },
})
const NOT_CONFIRMED = { status: 403, body: { code: 'fresh_sign_in_required' } }

test('a policy is signed by one press unless it says otherwise, and what is not asked is not kept', async () => {
  const { id } = await createPolicy(server.api.as(admin))
  expect(
    (await server.api.as(admin)('GET /policies/:id', { params: { id } })).body.signing,
  ).toBeNull()
  expect(await sign(admin, id, { typed_name: 'Somebody', reading_seconds: 5 })).toMatchObject({
    status: 200,
    body: { form: 'frontdesk-acknowledgment-2', ceremony: null, consent: CONSENT },
  })
})

test('asking for nothing, in the usual words, is one press', async () => {
  const { id } = await createPolicy(server.api.as(admin))
  const set = (consent: string) =>
    server.api.as(admin)('PUT /policies/:id/signing', {
      params: { id },
      body: { ...NOTHING, consent },
    })
  expect((await set(WORDS)).body.signing).toEqual({ ...NOTHING, consent: WORDS })
  expect((await set(CONSENT)).body.signing).toBeNull()
  expect((await set('   ')).body.signing).toBeNull()
  const { body: trail } = await server.api.as(admin)('GET /admin/audit', { query: { item_id: id } })
  expect(trail.filter(({ action }) => action === 'policy.signing_changed')).toHaveLength(3)
})

test('a name is typed as the account has it, whatever its capitals and spaces', async () => {
  const id = await policyWith({ typed_name: true })
  const person = await createMember(server)
  expect(await sign(person, id)).toMatchObject(missing('ceremony'))
  expect(await sign(person, id, {})).toMatchObject(missing('ceremony.typed_name'))
  expect(await sign(person, id, { typed_name: 'Eve' })).toMatchObject(
    missing('ceremony.typed_name'),
  )
  expect(await recordsOf(id)).toEqual([])
  const { body: me } = await server.api.as(person)('GET /auth/me')
  const typed = ` ${me.user.name.toUpperCase().replace(' ', '  ')}`
  const record = await signed(person, id, {
    typed_name: typed,
    reading_seconds: 3,
    language: 'de-AT',
  })
  expect(record.form).toBe('frontdesk-acknowledgment-3')
  expect(record.ceremony).toBe(
    JSON.stringify({
      typed_name: typed.trim(),
      identity: null,
      compared_version: null,
      reading_seconds: null,
      end_reached: null,
      language: 'de-AT',
      consent_sha256: sha256(CONSENT),
    }),
  )
})

test('what was given is sealed: the hash covers it, and the register and the chain’s check have it', async () => {
  const id = await policyWith({ reading: true, consent: WORDS })
  const person = await createMember(server)
  const given = { consent: WORDS, reading_seconds: 72, end_reached: false }
  expect(await sign(person, id, { consent: WORDS, reading_seconds: 72 })).toMatchObject(
    missing('ceremony.end_reached'),
  )
  expect(await sign(person, id, { consent: WORDS, end_reached: true })).toMatchObject(
    missing('ceremony.reading_seconds'),
  )
  const { version_acknowledged: version, hash, ...sealed } = await signed(person, id, given)
  expect(JSON.parse(sealed.ceremony!)).toMatchObject({
    reading_seconds: 72,
    end_reached: false,
    language: null,
    consent_sha256: sha256(WORDS),
  })
  expect(sealed.consent).toBe(WORDS)
  expect(hashOfRecord({ ...sealed, version })).toBe(hash)
  const longer = sealed.ceremony!.replace('72', '720')
  expect(hashOfRecord({ ...sealed, version, ceremony: longer })).not.toBe(hash)
  expect(await recordsOf(id)).toMatchObject([{ hash, ceremony: sealed.ceremony, consent: WORDS }])
})

test('nobody agrees to other words than they were shown', async () => {
  const id = await policyWith({ consent: WORDS })
  const person = await createMember(server)
  expect(await sign(person, id)).toMatchObject(missing('ceremony'))
  expect(await sign(person, id, { consent: CONSENT })).toMatchObject({
    status: 409,
    body: { code: 'consent_changed' },
  })
  expect((await sign(person, id, { consent: WORDS })).status).toBe(200)
})

test('whoever signed an earlier version says beside which one they were shown this one', async () => {
  const id = await policyWith({ comparison: true })
  const person = await createMember(server)
  expect((await sign(person, id, {})).status).toBe(200)
  await server.api.as(admin)('PUT /policies/:id', {
    params: { id },
    body: { title: 'Changed', content: 'Other words' },
  })
  expect(await sign(person, id, {})).toMatchObject(missing('ceremony.compared_version'))
  expect(await sign(person, id, { compared_version: 2 })).toMatchObject(
    missing('ceremony.compared_version'),
  )
  expect(ceremonyIn(await signed(person, id, { compared_version: 1 }))).toMatchObject({
    compared_version: 1,
  })
  // Nobody who signs for the first time has anything to compare with, whatever they say.
  const newcomer = await createMember(server)
  expect(ceremonyIn(await signed(newcomer, id, { compared_version: 1 }))).toMatchObject({
    compared_version: null,
  })
})

test('a proof of who it is opens one signature, for five minutes', async () => {
  const [one, other] = [await policyWith({ identity: true }), await policyWith({ identity: true })]
  const person = await createMember(server)
  // They have just signed in: that is not what is asked for.
  expect(await sign(person, one, {})).toMatchObject(NOT_CONFIRMED)
  await confirm(person)
  expect(ceremonyIn(await signed(person, one, {}))).toMatchObject({ identity: 'password' })
  expect(await sign(person, other, {})).toMatchObject(NOT_CONFIRMED)
  await confirm(person)
  await sql`
    update sessions set confirmed_at = confirmed_at - interval '6 minutes' where user_id = ${person.id}
  `.execute(server.db)
  expect(await sign(person, other, {})).toMatchObject(NOT_CONFIRMED)
  await confirm(person)
  expect((await sign(person, other, {})).status).toBe(200)
})

/** Has three wait for the chain's end: what the latter two say is sealed together, as things are by then. */
async function behindOneThatWaits(
  latter: (() => ReturnType<typeof sign>)[],
  meanwhile: (tx: Db) => Promise<unknown> = async () => undefined,
) {
  const [first, { id }] = [await createMember(server), await createPolicy(server.api.as(admin))]
  const answers = await server.db.transaction().execute(async (tx) => {
    await sql`select from acknowledgment_chain for update`.execute(tx)
    const waiting = sign(first, id)
    await untilWaiting(tx, 1)
    const others = latter.map((begin) => begin())
    // Behind the one that waits: nothing outside of the process tells.
    await delay(1000)
    await meanwhile(server.db)
    return [waiting, ...others]
  })
  return (await Promise.all(answers)).slice(1)
}

test('of two that are sealed together one proof opens one', async () => {
  const [one, other] = [await policyWith({ identity: true }), await policyWith({ identity: true })]
  const person = await createMember(server)
  await confirm(person)
  const answers = await behindOneThatWaits([
    () => sign(person, one, {}),
    () => sign(person, other, {}),
  ])
  // Sent at once, either may be the first.
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
})

test('signing that takes more since somebody began to wait takes it of them, too', async () => {
  const { id } = await createPolicy(server.api.as(admin))
  const person = await createMember(server)
  const signing = JSON.stringify({ ...NOTHING, typed_name: true })
  const [answer] = await behindOneThatWaits([() => sign(person, id)], (db) =>
    sql`update policies set signing = ${signing}::jsonb where id = ${id}`.execute(db),
  )
  expect(answer).toMatchObject(missing('ceremony'))
  expect(await recordsOf(id)).toEqual([])
})

test('what was signed stays as it was when signing takes more from now on, or less', async () => {
  const { id } = await createPolicy(server.api.as(admin))
  const person = await createMember(server)
  const before = await sign(person, id)
  await server.api.as(admin)('PUT /policies/:id/signing', {
    params: { id },
    body: { ...NOTHING, typed_name: true },
  })
  // Twice is one record, and nobody is asked again.
  expect(await sign(person, id)).toMatchObject({ status: 200, body: { hash: before.body.hash } })
  expect(await recordsOf(id)).toHaveLength(1)
})
