import { randomBytes } from 'node:crypto'
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

/** What is sent, the same at every try. @param address what links begin with */
export function bodyOf({ type, happened_at: at, data, path }: EventRow, address: string): string {
  const facts = data as Record<string, unknown>
  return JSON.stringify({ type, timestamp: at, data: { ...facts, url: `${address}${path}` } })
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
