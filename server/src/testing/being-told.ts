import type {
  NotificationChoice,
  NotificationChoices,
  NotificationKind,
} from '@frontdesk/contract/notifications'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { ApiClient } from './api-client.ts'
import { createPolicy, type Member } from './factories.ts'

/** Has one person asked to read a new policy; returns its id. @param admin calls as an admin */
export async function askToRead(
  admin: ApiClient,
  person: Member,
  title = 'Wire fraud',
): Promise<string> {
  const policy = await createPolicy(admin, { title })
  await admin('POST /admin/users/:id/require-policy', {
    params: { id: person.id },
    body: { policy_id: policy.id },
  })
  return policy.id
}

/** As if somebody had had their digest on these days around today: the clock of the server gives them none. */
export async function hadDigest(db: Db, person: Member): Promise<void> {
  await sql`
    insert into notification_digests (user_id, local_day)
    select ${person.id}, current_date + days from generate_series(-1, 1) as days
  `.execute(db)
}

/** Somebody, a kind, what they choose of it otherwise than before, and perhaps an hour for their digest. */
export type Chosen = [
  person: Member,
  kind: NotificationKind,
  choice: Partial<NotificationChoice>,
  hour?: number,
]

/** Has somebody choose how they are told; returns what the server kept. @throws where it refused */
export async function chooseWays(
  api: ApiClient,
  ...[person, kind, choice, hour]: Chosen
): Promise<NotificationChoices> {
  const as = api.as(person)
  const { body } = await as('GET /notifications/choices')
  const { status, body: kept } = await as('PUT /notifications/choices', {
    body: {
      choices: body.choices.map((one) => (one.kind === kind ? { ...one, ...choice } : one)),
      digest_hour: hour ?? body.digest_hour,
    },
  })
  if (status !== 200) throw new Error(`The choice was answered with ${status}`)
  return kept
}
