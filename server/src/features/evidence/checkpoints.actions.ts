import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import type { Services } from '../../services.ts'
import { findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import { readCheckpoint, NO_HASH, writeCheckpointText } from './checkpoint-note.ts'
import {
  type CheckpointReason,
  findChainEnd,
  findNewestCheckpoint,
  insertCheckpoint,
  isFromDayBefore,
  readRecordHashes,
  type StoredCheckpoint,
} from './checkpoints.queries.ts'
import { queueCopies } from './copies-outside.actions.ts'
import {
  type EvidenceKey,
  findSigningKey,
  listKeys,
  lockEvidence,
  type NoteSigner,
  openSigner,
  replaceKey,
  vkeyOf,
} from './evidence-keys.ts'
import { Frontier, hashOfLeaf } from './merkle.ts'
import { retirePdfCertificate } from './pdf-certificates.ts'

/** What others hear of a checkpoint. */
export interface MadeCheckpoint {
  number: number
  /** How many records it covers. */
  size: number
  /** Signed, without what witnesses add. */
  note: string
}

type Needs = Pick<Services, 'config' | 'db'>

/** Who asked for it; left out: nobody, it was made by the clock. */
type Asked = Parameters<typeof recordAudit>[1]

const byTheClock = (): Asked => ({
  origin: { ip: 'the server itself', userAgent: 'checkpoints', requestId: uuidv7() },
})

/**
 * Signs a note about all records that there are. One after the other, however many servers ask at once.
 * @throws what PostgreSQL throws; where a checkpoint takes others longer than 5 s, that they held the lock
 */
export async function makeCheckpoint(
  services: Needs,
  reason: Exclude<CheckpointReason, 'rotation'>,
  asked?: Asked,
): Promise<MadeCheckpoint> {
  return inTransaction(services.db, async (tx) => makeCheckpointWithin(tx, services, reason, asked))
}

/**
 * Makes a checkpoint where records came on a day that is over, by the brokerage's clock, and none covers them yet:
 * one for each day on which records came, also where nobody was there at midnight.
 * @returns undefined where there is nothing to cover
 */
export async function makeDailyCheckpoint(
  services: Needs,
  now: Date,
): Promise<MadeCheckpoint | undefined> {
  return inTransaction(services.db, async (tx) => {
    await lockEvidence(tx)
    const covered = (await findNewestCheckpoint(tx))?.size ?? 0
    const timeZone = timeZoneOf(await findSettings(tx))
    const isDue = await isFromDayBefore(tx, { sequence: covered + 1, timeZone, now })
    return isDue ? makeCheckpointWithin(tx, services, 'daily') : undefined
  })
}

/**
 * Has another key sign from now on: the one before names it in its last note. What the portal signs PDF files with is
 * made anew as well, with the next pack.
 * @returns the last note of the key before; where that key can't sign any more, the first of the new one
 */
export async function rotateKey(services: Needs, asked?: Asked): Promise<MadeCheckpoint> {
  return inTransaction(services.db, async (tx) => {
    await lockEvidence(tx)
    await retirePdfCertificate(tx)
    const before = await signingKey(tx)
    const sign = await openSigner(services.config, before)
    // It replaces the key by itself, and says in its note that it was lost.
    if (!sign) return makeCheckpointWithin(tx, services, 'rotation', asked)
    const next = await replaceKey(tx, services.config, before)
    await recordAudit(tx, asked ?? byTheClock(), { action: 'evidence.key_rotated' })
    const key = { word: 'next-key', vkey: await vkeyOf(next) } as const
    return appendCheckpoint(tx, services.config, {
      signer: { key: before, sign },
      reason: 'rotation',
      says: key,
      asked,
    })
  })
}

/** The same in a transaction, which may hold the lock already. */
export async function makeCheckpointWithin(
  tx: Db,
  { config }: Needs,
  reason: CheckpointReason,
  asked?: Asked,
): Promise<MadeCheckpoint> {
  await lockEvidence(tx)
  const signer = await openOrReplace(tx, config)
  const says = await saysOfKey(tx, signer.key)
  if (says) await recordAudit(tx, asked ?? byTheClock(), { action: 'evidence.key_lost' })
  return appendCheckpoint(tx, config, { signer, reason, says, asked })
}

async function signingKey(tx: Db): Promise<EvidenceKey> {
  const key = await findSigningKey(tx)
  if (!key) throw new Error('There is no key to sign checkpoints with: start the server once')
  return key
}

interface Signer {
  key: EvidenceKey
  sign: NoteSigner
}

/** A key that this server can't open is lost to it, as after a restore on another machine: another takes its place. */
async function openOrReplace(tx: Db, config: Needs['config']): Promise<Signer> {
  const key = await signingKey(tx)
  const sign = await openSigner(config, key)
  if (sign) return { key, sign }
  const next = await replaceKey(tx, config, key)
  const signNext = await openSigner(config, next)
  if (!signNext) throw new Error('The new key for checkpoints could not be opened')
  return { key: next, sign: signNext }
}

/** A key that nobody announced says which one it follows without that one's word. */
async function saysOfKey(tx: Db, key: EvidenceKey) {
  const last = await findNewestCheckpoint(tx)
  if (!last) return undefined
  const announced = readCheckpoint(last.note).key
  const signed = (await listKeys(tx)).find(({ id }) => id === last.key_id)!
  const expected = announced?.word === 'next-key' ? announced.vkey : await vkeyOf(signed)
  return expected === (await vkeyOf(key))
    ? undefined
    : ({ word: 'lost-key', vkey: expected } as const)
}

const START: Pick<StoredCheckpoint, 'number' | 'size' | 'frontier'> = {
  number: 0,
  size: 0,
  frontier: Buffer.alloc(0),
}

async function appendCheckpoint(
  tx: Db,
  config: Config,
  {
    signer,
    reason,
    says,
    asked,
  }: {
    signer: Signer
    reason: CheckpointReason
    says: { word: 'next-key' | 'lost-key'; vkey: string } | undefined
    asked: Asked | undefined
  },
): Promise<MadeCheckpoint> {
  const last = await findNewestCheckpoint(tx)
  const { number: before, size: covered, frontier } = last ?? START
  const { length: size, head, now } = await findChainEnd(tx)
  const tree = new Frontier(covered, frontier)
  for await (const hashes of readRecordHashes(tx, { after: covered, upTo: size })) {
    for (const hash of hashes) tree.push(hashOfLeaf(hash))
  }
  if (tree.size !== size) {
    throw new Error(`The chain says ${size} records, and ${tree.size} are there for a checkpoint`)
  }
  const number = before + 1
  const root = tree.root()
  const text = writeCheckpointText({
    origin: signer.key.origin,
    size,
    root,
    head: head.toString('hex'),
    time: now,
    number,
    previous: last ? hashOfNote(last.note) : NO_HASH,
    key: says,
  })
  const note = await signer.sign(text)
  await insertCheckpoint(tx, {
    number,
    size,
    root,
    head,
    note,
    frontier: tree.bytes(),
    key_id: signer.key.id,
    reason,
    created_at: now,
  })
  await recordAudit(tx, asked ?? byTheClock(), {
    action: 'evidence.checkpoint_made',
    details: { number, size, reason },
  })
  // A pack brings its checkpoint along.
  await queueCopies(tx, config, { number, size, isMailed: reason !== 'pack' })
  await publish(tx, { keys: ['checkpoints'], adminsOnly: true })
  return { number, size, note }
}

/** What the next note says of this one, in hex. */
export const hashOfNote = (note: string) => createHash('sha256').update(note, 'utf8').digest('hex')
