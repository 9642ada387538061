import { randomBytes } from 'node:crypto'
import { type ItemKind, itemPath } from '@frontdesk/contract/items'
import type { WEBHOOK_DATA } from '@frontdesk/contract/webhooks'
import { Webhook } from 'standardwebhooks'
import type { Config } from '../../config.ts'
import { seal, unseal } from '../../platform/sealed-secrets.ts'
import type { EventRow } from './deliveries.queries.ts'

const SECRET_BYTES = 32

/** As Standard Webhooks writes them. */
export const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** A sealed secret is for its own row: in another one it opens nothing. */
const purposeOf = (endpointId: string) => `webhook ${endpointId}`

export const sealSecret = (
  config: Pick<Config, 'dataDir'>,
  endpointId: string,
  secret: string,
): Promise<Buffer> => seal(config.dataDir, secret, purposeOf(endpointId))

/** @throws UnreadableSecretError */
export const openSecret = (config: Config, endpointId: string, sealed: Buffer): Promise<string> =>
  unseal(config.dataDir, sealed, purposeOf(endpointId))

/** Of what begins so: which kind an event is about, and as what its data names that. */
const ABOUT = {
  person: ['user', 'person_id'],
  policy: ['policy', 'policy_id'],
  training: ['training', 'training_id'],
  test: ['test', 'test_id'],
  document: ['document', 'document_id'],
  ping: ['webhook', 'endpoint_id'],
} as const satisfies Partial<Record<Subject, [ItemKind, `${string}_id`]>>
type Subject = SubjectOf<keyof typeof WEBHOOK_DATA>
type SubjectOf<Type extends string> = Type extends `${infer Its}.${string}` ? Its : Type

function pathOf({ type, data }: EventRow): string {
  const subject = type.split('.')[0] as Subject
  if (subject === 'obligation') return itemPath(data.item_type!, data.item_id!)
  const [kind, key] = ABOUT[subject]
  return itemPath(kind, data[key]!)
}

/** What is sent, the same at every try. @param address what links begin with */
export function bodyOf(event: EventRow, address: string): string {
  const { type, happened_at: at, data } = event
  return JSON.stringify({ type, timestamp: at, data: { ...data, url: address + pathOf(event) } })
}

/**
 * The headers of one try (standardwebhooks.com): a signature with each secret, the newest first.
 * @param id the event's
 */
export function headersOf(
  secrets: string[],
  { id, body, at }: { id: string; body: string; at: Date },
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Front-Desk-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
