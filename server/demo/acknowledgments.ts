import { CONSENT } from '@frontdesk/contract/constants'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import { FORM, hashOfRecord, hashOfText } from '../src/features/policies/acknowledgment-chain.ts'
import { insertAcknowledgments } from '../src/features/policies/acknowledgments.queries.ts'
import type { FilledPerson } from './fill-people.ts'
import type { FilledPolicy } from './fill-policies.ts'
import { chance } from './chance.ts'
import { daysAgo } from './time.ts'

/** Somebody who agreed to one version at one moment of the past. */
interface Signing {
  person: FilledPerson
  policy: FilledPolicy
  version: number
  at: string
}

const START = '0'.repeat(64)
/** What the people of the demo come with. */
export const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_6) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
]

/** Builds the chain of the past in the order of time, as the server would have. */
export async function fillAcknowledgments(
  db: Db,
  people: FilledPerson[],
  policies: FilledPolicy[],
): Promise<void> {
  const signings = policies
    .flatMap((policy) => people.flatMap((person) => signingsOf(person, policy)))
    .sort((a, b) => a.at.localeCompare(b.at))
  const records: ReturnType<typeof recordOf>[] = []
  for (const signing of signings) {
    records.push(recordOf(signing, records.length + 1, records.at(-1)?.hash ?? START))
  }
  await insertAcknowledgments(db, records)
}

/** Each material version that asked this person, unless they are among the few who have not got to it. */
function signingsOf(person: FilledPerson, policy: FilledPolicy): Signing[] {
  if (person.status === 'pending' || !isAsked(person, policy)) return []
  return policy.versions.flatMap((version, index) => {
    const luck = chance(`${policy.versions[0]!.title} ${index} ${person.email}`)
    const asked = Math.min(version.daysAgo, person.joinedDaysAgo)
    const days = asked - 1 - Math.floor(luck * luck * 14)
    const isSlow = luck > (version.daysAgo < 40 ? 0.55 : 0.97)
    if (!version.material || isSlow || days < 1) return []
    return [{ person, policy, version: index + 1, at: daysAgo(days, 12 + luck * 9) }]
  })
}

function isAsked(person: FilledPerson, policy: FilledPolicy): boolean {
  return policy.assignments.some(
    ({ everyone, roles, people }) =>
      everyone || roles?.includes(person.role) || people?.includes(person.email),
  )
}

function recordOf({ person, policy, version, at }: Signing, sequence: number, previous: string) {
  const text = policy.versions[version - 1]!
  const sealed = {
    form: FORM,
    sequence,
    id: uuidv7(),
    policy_id: policy.id,
    user_id: person.id,
    version,
    acknowledged_at: at,
    policy_title: text.title,
    person_name: `${person.first_name} ${person.last_name}`,
    person_email: person.email,
    person_role: person.role,
    content_sha256: hashOfText(text.title, text.content),
    consent: CONSENT,
    sign_in_method: 'password',
    session_origin: person.password_origin,
    session_id: uuidv7(),
    ip: `192.0.2.${10 + Math.floor(chance(person.email) * 200)}`,
    user_agent: BROWSERS[Math.floor(chance(person.first_name) * BROWSERS.length)]!,
    ceremony: null,
    previous_hash: previous,
  }
  return { ...sealed, hash: hashOfRecord(sealed) }
}
