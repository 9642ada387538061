import { randomUUID } from 'node:crypto'
import { CONSENT } from '@frontdesk/contract/constants'
import { sql } from 'kysely'
import type { Db } from '../server/src/db/connect.ts'
import { inTransaction } from '../server/src/db/transaction.ts'
import {
  FORM,
  hashOfRecord,
  hashOfText,
} from '../server/src/features/policies/acknowledgment-chain.ts'
import { insertAcknowledgments } from '../server/src/features/policies/acknowledgments.queries.ts'
import { idOf } from './obligations-load.ts'

const AT_ONCE = 1000
const CONTENT = 'A paragraph of an ordinary policy. '.repeat(100)

/** Fills an empty chain: each of so many people has acknowledged each of so many policies. */
export async function fillRecords(db: Db, people: number, policies: number): Promise<void> {
  await sql`
    insert into users (id, first_name, last_name, email, role, status)
    select id, 'Person', n::text, 'person-' || n || '@example.com', 'agent', 'active'
    from unnest(${count(people).map(idOf.person)}::uuid[]) with ordinality as person (id, n)
  `.execute(db)
  await sql`
    with added as (
      insert into policies (id, current_version, material_version)
      select id, 1, 1 from unnest(${count(policies).map(idOf.item)}::uuid[]) as policy (id)
    )
    insert into policy_versions (policy_id, version, title, content, content_sha256, material)
    select id, 1, 'Policy ' || n, ${CONTENT}, sha256(convert_to('Policy ' || n || E'\n' || ${CONTENT}, 'UTF8')), true
    from unnest(${count(policies).map(idOf.item)}::uuid[]) with ordinality as policy (id, n)
  `.execute(db)
  const session = randomUUID()
  const begun = Date.now() - people * policies * 1000
  let previous = '0'.repeat(64)
  let sequence = 0
  for (const policy of count(policies)) {
    const records = count(people).map((person) => {
      sequence += 1
      const sealed = {
        form: FORM,
        sequence,
        id: randomUUID(),
        policy_id: idOf.item(policy),
        user_id: idOf.person(person),
        version: 1,
        acknowledged_at: new Date(begun + sequence * 1000).toISOString(),
        policy_title: `Policy ${policy}`,
        person_name: `Person ${person}`,
        person_email: `person-${person}@example.com`,
        person_role: 'agent',
        content_sha256: hashOfText(`Policy ${policy}`, CONTENT),
        consent: CONSENT,
        sign_in_method: 'password',
        session_origin: 'password',
        session_id: session,
        ip: '192.0.2.7',
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        ceremony: null,
        previous_hash: previous,
      }
      previous = hashOfRecord(sealed)
      return { ...sealed, hash: previous }
    })
    for (let from = 0; from < records.length; from += AT_ONCE) {
      await inTransaction(db, async (tx) =>
        insertAcknowledgments(tx, records.slice(from, from + AT_ONCE)),
      )
    }
  }
}

const count = (to: number) => Array.from({ length: to }, (_, index) => index + 1)
