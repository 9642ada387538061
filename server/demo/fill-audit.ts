import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import type { AuditAction } from '../src/platform/audit-actions.ts'
import { BROWSERS } from './acknowledgments.ts'
import { chance } from './chance.ts'
import type { FilledPerson } from './fill-people.ts'
import type { FilledPolicy } from './fill-policies.ts'
import { daysAgo } from './time.ts'

export interface Past {
  action: AuditAction
  /** Null: the server itself. */
  person: FilledPerson | null
  at: string
  item?: { type: string; id: string; title: string }
  details?: object
}

/** What the trail would say of the past weeks. */
export async function fillAudit(
  db: Db,
  people: FilledPerson[],
  policies: FilledPolicy[],
): Promise<void> {
  const admin = people.find(({ role }) => role === 'admin')!
  const events = [
    ...policies.flatMap((policy) => savesOf(policy, people)),
    ...people.flatMap((person) => signInsOf(person)),
    ...settingsOf(admin),
  ]
  await writeTrail(db, events)
  await sql`
    insert into audit_events (id, happened_at, actor_id, actor_name, action, item_type, item_id,
      item_title, details, ip, user_agent, request_id)
    select gen_random_uuid(), acknowledged_at, user_id, person_name, 'policy.acknowledged',
      'policy', policy_id, policy_title,
      jsonb_build_object('version', version, 'sequence', sequence, 'hash', encode(hash, 'hex')), ip, user_agent, id::text
    from policy_acknowledgments`.execute(db)
}

/** Writes down what is past. */
export async function writeTrail(db: Db, events: Past[]): Promise<void> {
  const inOrder = events.toSorted((one, other) => one.at.localeCompare(other.at))
  await db
    .insertInto('audit_events')
    .values(inOrder.map((event) => rowOf(event)))
    .execute()
}

function savesOf(policy: FilledPolicy, people: FilledPerson[]): Past[] {
  return policy.versions.map(({ author, title, daysAgo: days }, index) => ({
    action: index === 0 ? 'policy.created' : 'policy.updated',
    person: people.find(({ email }) => email === author)!,
    at: daysAgo(days),
    item: { type: 'policy', id: policy.id, title },
    details: index === 0 ? {} : { version: index + 1 },
  }))
}

/** Some days of the past two weeks, and now and then a wrong password before it. */
function signInsOf(person: FilledPerson): Past[] {
  if (person.status !== 'active') return []
  return Array.from({ length: 14 }, (_, day) => day + 1).flatMap((day) => {
    const luck = chance(`${person.email} ${day}`)
    if (luck > 0.25) return []
    const hour = 11 + luck * 8
    const signIn: Past = { action: 'sign_in', person, at: daysAgo(day, hour) }
    if (luck > 0.03) return [signIn]
    const { email } = person
    return [
      { action: 'sign_in.refused', person, at: daysAgo(day, hour - 0.02), details: { email } },
      signIn,
    ]
  })
}

function settingsOf(person: FilledPerson): Past[] {
  const fields = 'welcome title, welcome text, broker bio'
  return [
    { action: 'settings.changed', person, at: daysAgo(9, 14), details: { fields } },
    { action: 'acknowledgments.exported', person, at: daysAgo(3, 15.5) },
  ]
}

function rowOf({ action, person, at, item, details = {} }: Past) {
  // Whoever gives a wrong password is nobody yet.
  const actor = action === 'sign_in.refused' ? null : person
  return {
    id: uuidv7(),
    happened_at: at,
    actor_id: actor && actor.id,
    actor_name: actor && `${actor.first_name} ${actor.last_name}`,
    action,
    item_type: item?.type ?? null,
    item_id: item?.id ?? null,
    item_title: item?.title ?? null,
    details: JSON.stringify(details),
    ...(person
      ? {
          ip: `192.0.2.${10 + Math.floor(chance(person.email) * 200)}`,
          user_agent: BROWSERS[Math.floor(chance(person.first_name) * BROWSERS.length)]!,
        }
      : { ip: 'the server itself', user_agent: 'webhooks' }),
    request_id: uuidv7(),
  }
}
