import { isDeepStrictEqual } from 'node:util'
import type { SessionOrigin } from '@frontdesk/contract/policies'
import type { Signing } from '@frontdesk/contract/signing'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { BusyError } from '../../db/turns.ts'
import type { Origin } from '../../http/caller.ts'
import { fromDatabase } from '../../http/errors.ts'
import { holdSessions, updateConfirmationsUsed } from '../../http/session.ts'
import { recordAudits } from '../../platform/audit.ts'
import {
  CEREMONY_FORM,
  FORM,
  hashOfRecord,
  type SealedRecord,
  textOfCeremony,
} from './acknowledgment-chain.ts'
import {
  findAcknowledged,
  insertAcknowledgments,
  lockChainEnd,
  lockCurrentVersions,
} from './acknowledgments.queries.ts'
import { consentOf, type GivenCeremony } from './ceremony.actions.ts'

/** A statement to be sealed: what its person saw, and from where they call. */
export interface Statement {
  policyId: string
  version: number
  title: string
  contentSha256: string
  /** What signing takes beside a press, and what was given of it; null: nothing. */
  signing: Signing | null
  ceremony: GivenCeremony | null
  userId: string
  sessionId: string
  origin: Origin
}

export type NewRecord = SealedRecord & { hash: string; session_origin: SessionOrigin }

/**
 * What became of a statement: its record, or why there is none. `again`: what it speaks of has changed,
 * or somebody holds it right now, so that the caller has to look anew. `not_confirmed`: they have to prove again
 * that it is they.
 */
export type Outcome = NewRecord | 'again' | 'signed_out' | 'not_confirmed'

/** So many fit one transaction well; more wait for the next. */
const MOST_AT_ONCE = 200
const MOST_WAITING = 1000

interface Waiting {
  statement: Statement
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/**
 * Appends to the chain of acknowledgments: whoever comes while one transaction holds the chain's end waits
 * in memory, and all of them are sealed by the next one. Of many servers one at a time holds the end.
 */
export class Sealer {
  readonly #db: Db
  readonly #tell: (records: NewRecord[]) => void
  readonly #line: Waiting[] = []
  #working = false

  /** @param tell hears of what is committed */
  constructor(db: Db, tell: (records: NewRecord[]) => void) {
    this.#db = db
    this.#tell = tell
  }

  /** Resolves after the commit. @throws BusyError where too many wait; what PostgreSQL throws */
  async seal(statement: Statement): Promise<Outcome> {
    if (this.#line.length >= MOST_WAITING) throw new BusyError('Too many wait to be sealed')
    return new Promise<Outcome>((resolve, reject) => {
      this.#line.push({ statement, resolve, reject })
      if (!this.#working) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#working = true
    while (this.#line.length > 0) await this.#sealTogether(this.#line.splice(0, MOST_AT_ONCE))
    this.#working = false
  }

  /** Never rejects: each of those who wait hears what became of them. */
  async #sealTogether(batch: Waiting[]): Promise<void> {
    try {
      const statements = batch.map(({ statement }) => statement)
      const outcomes = await inTransaction(this.#db, async (tx) => sealAll(tx, statements))
      batch.forEach(({ resolve }, index) => resolve(outcomes[index]!))
      this.#tell(outcomes.filter((outcome) => typeof outcome === 'object'))
    } catch (error) {
      const everyones = (fromDatabase(error)?.status ?? 0) >= 500
      if (batch.length > 1 && !everyones) {
        // One that can't be sealed takes nobody else along.
        for (const one of batch) await this.#sealTogether([one])
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }
}

/** The chain's end is asked for last, and held for two exchanges with the database. */
async function sealAll(tx: Db, statements: Statement[]): Promise<Outcome[]> {
  const [people, versions, end, earlier] = await Promise.all([
    holdSessions(tx, [...new Set(statements.map(({ sessionId }) => sessionId))]),
    lockCurrentVersions(tx, [...new Set(statements.map(({ policyId }) => policyId))]),
    lockChainEnd(tx),
    findAcknowledged(tx, statements),
  ])
  const made = new Set(earlier)
  const confirmed = new Set<string>()
  let { length, head } = end
  const outcomes = statements.map((statement): Outcome => {
    const person = people.get(statement.sessionId)
    if (person?.id !== statement.userId) return 'signed_out'
    const key = keyOf(statement)
    const { version, signing, ceremony } = statement
    const holds =
      person.held && isDeepStrictEqual(versions.get(statement.policyId), { version, signing })
    if (!holds || made.has(key)) return 'again'
    // One proof is good for one signature.
    const identity = confirmed.has(person.sessionId) ? null : person.confirmedWith
    if (signing?.identity && identity === null) return 'not_confirmed'
    if (signing?.identity) confirmed.add(person.sessionId)
    made.add(key)
    length += 1
    const sealed = {
      form: ceremony ? CEREMONY_FORM : FORM,
      sequence: length,
      id: uuidv7(),
      policy_id: statement.policyId,
      user_id: person.id,
      version,
      acknowledged_at: end.now,
      policy_title: statement.title,
      person_name: person.name,
      person_email: person.email,
      person_role: person.role,
      content_sha256: statement.contentSha256,
      consent: consentOf(signing),
      sign_in_method: person.signInMethod,
      session_origin: person.sessionOrigin,
      session_id: statement.sessionId,
      ip: statement.origin.ip,
      user_agent: statement.origin.userAgent,
      ceremony:
        ceremony && textOfCeremony({ ...ceremony, identity: signing?.identity ? identity : null }),
      previous_hash: head,
    }
    head = hashOfRecord(sealed)
    return { ...sealed, hash: head }
  })
  const sealed = statements.flatMap((statement, index) => {
    const record = outcomes[index]!
    return typeof record === 'object' ? [{ record, origin: statement.origin }] : []
  })
  if (sealed.length > 0) {
    await Promise.all([
      insertAcknowledgments(
        tx,
        sealed.map(({ record }) => record),
      ),
      whenSealed(tx, sealed),
      ...(confirmed.size > 0 ? [updateConfirmationsUsed(tx, [...confirmed])] : []),
    ])
  }
  return outcomes
}

/** As `findAcknowledged` names them. */
const keyOf = ({ policyId, userId, version }: Statement) => `${policyId} ${userId} ${version}`

/** What else becomes true with records, in their transaction: one statement for all of them. */
async function whenSealed(tx: Db, sealed: { record: NewRecord; origin: Origin }[]): Promise<void> {
  await recordAudits(
    tx,
    sealed.map(({ record, origin }) => ({
      origin,
      action: 'policy.acknowledged',
      actor: { id: record.user_id, name: record.person_name },
      item: { type: 'policy', id: record.policy_id, title: record.policy_title },
      details: { version: record.version, sequence: record.sequence, hash: record.hash },
    })),
  )
}
