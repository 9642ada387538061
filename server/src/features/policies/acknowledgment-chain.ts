import { createHash } from 'node:crypto'
import type { Ceremony } from '@frontdesk/contract/signing'

/** Names the way a record is hashed; a later way gets another name. See docs/evidence.md. */
export const FORM = 'frontdesk-acknowledgment-2'
/** Of records of a policy that takes more than one press to sign. */
export const CEREMONY_FORM = 'frontdesk-acknowledgment-3'
/** Records of before November 2026, which say nothing of how their session began. */
const FIRST_FORM = 'frontdesk-acknowledgment-1'

/** Everything that is sealed, each as it is stored. Hashes are lower-case hex, times ISO 8601 in UTC. */
export interface SealedRecord {
  form: string
  sequence: number
  id: string
  policy_id: string
  user_id: string
  version: number
  acknowledged_at: string
  policy_title: string
  person_name: string
  person_email: string
  person_role: string
  content_sha256: string
  consent: string
  sign_in_method: string
  /** Null in the first form, and not part of its hash. */
  session_origin: string | null
  session_id: string
  ip: string
  user_agent: string
  /** JSON, of the third form; null in the others, and not part of their hash. */
  ceremony: string | null
  previous_hash: string
}

const sha256 = (value: string) => createHash('sha256').update(value, 'utf8').digest('hex')

/** Of a policy's text: the title, a line feed, the content. A title has no line feed of its own. */
export const hashOfText = (title: string, content: string) => sha256(`${title}\n${content}`)

/** What signing took beside a press, as it is sealed: a JSON text of its members in this order, without spaces. */
export function textOfCeremony(ceremony: Ceremony): string {
  return JSON.stringify({
    typed_name: ceremony.typed_name,
    identity: ceremony.identity,
    compared_version: ceremony.compared_version,
    reading_seconds: ceremony.reading_seconds,
    end_reached: ceremony.end_reached,
    language: ceremony.language,
    consent_sha256: ceremony.consent_sha256,
  } satisfies Ceremony)
}

/** Of a record: a JSON list of its fields in this order, without spaces. */
export function hashOfRecord(record: SealedRecord): string {
  return sha256(
    JSON.stringify([
      record.form,
      record.sequence,
      record.id,
      record.policy_id,
      record.user_id,
      record.version,
      record.acknowledged_at,
      record.policy_title,
      record.person_name,
      record.person_email,
      record.person_role,
      record.content_sha256,
      record.consent,
      record.sign_in_method,
      ...(record.form === FIRST_FORM ? [] : [record.session_origin]),
      record.session_id,
      record.ip,
      record.user_agent,
      ...(record.form === CEREMONY_FORM ? [record.ceremony] : []),
      record.previous_hash,
    ]),
  )
}
