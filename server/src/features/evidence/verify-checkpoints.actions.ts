import { createHash } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import { NO_HASH, readCheckpoint } from './checkpoint-note.ts'
import { hashOfNote } from './checkpoints.actions.ts'
import {
  findChainEnd,
  findRecordHashes,
  listCheckpoints,
  listCosignatures,
  readRecordHashes,
  type StoredCheckpoint,
} from './checkpoints.queries.ts'
import type { Copy, NoteCopy } from './copies.ts'
import { type EvidenceKey, listKeys, verifierKeyOf, vkeyOf } from './evidence-keys.ts'
import { ProofReader } from './merkle.ts'
import {
  cosignedAt,
  cosignersOf,
  type Cosigners,
  isSignedBy,
  NoteError,
  type NoteSignature,
  readNote,
  readSignature,
  type VerifierKey,
} from './signed-note.ts'
import { TimestampError, verifyTimestamp } from './timestamp.ts'

/** What a look at all checkpoints found: the first that does not fit, if there is one. */
export type CheckpointsVerdict =
  | {
      intact: true
      checkpoints: number
      /** How many records the newest covers. */
      covered: number
      /** Those at which the key changed without the former one's word. */
      lostKeys: number[]
      /** Of witnesses: so many are by those whose keys are known; of the others it can't be said. */
      cosignatures: { checked: number; others: number }
    }
  | { intact: false; number: number; reason: string }

/** What comparing one copy from outside with the chain found, in one sentence. */
export interface Finding {
  agrees: boolean
  sentence: string
}

/** What copies are compared with, all of one moment. */
interface Chain {
  length: number
  /** Hex, of the records that were asked for; undefined where there is none. */
  hashOf: (sequence: number) => string | undefined
  rootOf: (size: number) => Buffer
  checkpoints: StoredCheckpoint[]
  keys: EvidenceKey[]
  cosignatures: { number: number; line: string }[]
  witnesses: VerifierKey[]
}

/**
 * Computes every checkpoint's tree anew, and compares copies that were kept outside. The chain itself is
 * `verifyChain`'s: what is said here rests on that it is intact.
 * @param witnesses whose cosignatures are checked, on checkpoints and on copies
 */
export async function verifyCheckpoints(
  db: Db,
  copies: Copy[],
  witnesses: VerifierKey[] = [],
): Promise<{ verdict: CheckpointsVerdict; findings: Finding[] }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const chain = await readChain(tx, copies, witnesses)
      const findings: Finding[] = []
      for (const copy of copies) findings.push(await compare(chain, copy))
      return { verdict: await verifyAll(chain), findings }
    })
}

const notesIn = (copies: Copy[]): NoteCopy[] =>
  copies.flatMap((copy) => (copy.kind === 'token' || !copy.checkpoint ? [] : [copy.checkpoint]))

async function readChain(tx: Db, copies: Copy[], witnesses: VerifierKey[]): Promise<Chain> {
  const [{ length }, checkpoints, keys, cosignatures] = await Promise.all([
    findChainEnd(tx),
    listCheckpoints(tx),
    listKeys(tx),
    listCosignatures(tx),
  ])
  const sizes = [...checkpoints, ...notesIn(copies)].map(({ size }) => size)
  const reader = new ProofReader()
  for (const size of sizes) if (size <= length) reader.expectRoot(size)
  await reader.read(readRecordHashes(tx, { after: 0, upTo: length }))
  const sequences = copies.flatMap((copy) => (copy.kind === 'receipt' ? [copy.sequence] : []))
  const hashes = await findRecordHashes(tx, [...sequences, ...sizes])
  return {
    length,
    hashOf: (sequence) => hashes.get(sequence),
    rootOf: (size) => reader.root(size),
    checkpoints,
    keys,
    cosignatures,
    witnesses,
  }
}

async function verifyAll(chain: Chain): Promise<CheckpointsVerdict> {
  const lostKeys: number[] = []
  const cosignatures = { checked: 0, others: 0 }
  let last: StoredCheckpoint | undefined
  for (const checkpoint of chain.checkpoints) {
    const { number } = checkpoint
    const reason =
      number === (last?.number ?? 0) + 1
        ? await misfit(chain, checkpoint, last)
        : 'one before it is missing'
    if (reason) return { intact: false, number, reason }
    const cosigned = await countCosignatures(chain, checkpoint)
    if (!cosigned)
      return { intact: false, number, reason: 'a witness’s cosignature of it is wrong' }
    cosignatures.checked += cosigned.checked
    cosignatures.others += cosigned.others
    if (readCheckpoint(checkpoint.note).key?.word === 'lost-key') lostKeys.push(number)
    last = checkpoint
  }
  const { length: checkpoints } = chain.checkpoints
  return { intact: true, checkpoints, covered: last?.size ?? 0, lostKeys, cosignatures }
}

/** Null where one that a known witness should have written is not by it. */
async function countCosignatures(
  { cosignatures, witnesses }: Chain,
  { number, note }: StoredCheckpoint,
): Promise<{ checked: number; others: number } | null> {
  const lines = cosignatures.filter((one) => one.number === number)
  let checked = 0
  for (const { line } of lines) {
    const signature = readLine(line)
    if (!signature) return null
    const witness = witnesses.find(
      ({ name, keyId }) => name === signature.name && keyId === signature.keyId,
    )
    if (!witness) continue
    if (!(await cosignedAt(readNote(note).text, signature, witness))) return null
    checked += 1
  }
  return { checked, others: lines.length - checked }
}

function readLine(line: string): NoteSignature | null {
  try {
    return readSignature(line)
  } catch (error) {
    if (error instanceof NoteError) return null
    throw error
  }
}

async function misfit(
  chain: Chain,
  stored: StoredCheckpoint,
  last: StoredCheckpoint | undefined,
): Promise<string | null> {
  let said: ReturnType<typeof readCheckpoint>
  try {
    said = readCheckpoint(stored.note)
  } catch (error) {
    if (error instanceof NoteError) return 'its note can’t be read'
    throw error
  }
  if (said.number !== stored.number || said.size !== stored.size) {
    return 'its note says another number or size'
  }
  if (said.previous !== (last ? hashOfNote(last.note) : NO_HASH)) {
    return 'it does not follow the checkpoint before it'
  }
  if (last && stored.size < last.size) return 'it covers less than the checkpoint before it'
  return (await keyMisfit(chain, stored, last)) ?? contentMisfit(chain, said)
}

/** Signed by the key before, by the one that it named, or saying that it was lost. */
async function keyMisfit(
  { keys }: Chain,
  stored: StoredCheckpoint,
  last: StoredCheckpoint | undefined,
): Promise<string | null> {
  const key = keys.find(({ id }) => id === stored.key_id)
  const said = readCheckpoint(stored.note)
  if (
    !key ||
    said.origin !== key.origin ||
    !(await isSignedBy(said.note, await verifierKeyOf(key)))
  ) {
    return 'its signature is not by the key that it should be by'
  }
  const former = last && keys.find(({ id }) => id === last.key_id)
  if (!last || !former) return null
  const before = readCheckpoint(last.note).key
  const expected = before?.word === 'next-key' ? before.vkey : await vkeyOf(former)
  const own = await vkeyOf(key)
  const isSaid = said.key?.word === 'lost-key' && said.key.vkey === expected
  return own === expected || isSaid
    ? null
    : 'its key is not the one that the checkpoint before it names'
}

function contentMisfit(chain: Chain, said: NoteText): string | null {
  if (said.size > chain.length) {
    return `it covers ${said.size} acknowledgments, and the chain has ${chain.length}`
  }
  if (said.head !== (said.size === 0 ? NO_HASH : chain.hashOf(said.size))) {
    return 'the last acknowledgment that it covers is another one now'
  }
  return chain.rootOf(said.size).equals(said.root)
    ? null
    : 'the acknowledgments that it covers are others now'
}

type NoteText = Pick<NoteCopy, 'size' | 'head' | 'root'>

async function compare(chain: Chain, copy: Copy): Promise<Finding> {
  if (copy.kind === 'checkpoint') return compareNote(chain, copy.checkpoint)
  if (copy.kind === 'token') return compareToken(chain, copy.token)
  const { sequence, hash, checkpoint } = copy
  if (sequence > chain.length) {
    const sentence = `The history was cut off: this receipt is of acknowledgment ${sequence}, and the chain ends with ${chain.length}`
    return { agrees: false, sentence }
  }
  if (chain.hashOf(sequence) !== hash) {
    const sentence = `The history was rewritten: acknowledgment ${sequence} is another one now than in this receipt`
    return { agrees: false, sentence }
  }
  const noted = checkpoint && (await compareNote(chain, checkpoint))
  if (noted && !noted.agrees) return noted
  const upTo = Math.max(sequence, checkpoint?.size ?? 0)
  const cosigned = checkpoint
    ? whatWitnessesSay(await cosignersOf(checkpoint.note, chain.witnesses))
    : ''
  return { agrees: true, sentence: `${unchanged(upTo)} since this receipt was made${cosigned}` }
}

const unchanged = (upTo: number) => `Nothing up to acknowledgment ${upTo} was rewritten or cut off`

async function compareNote(chain: Chain, copy: NoteCopy): Promise<Finding> {
  const isOurs = await isSignedByAny(chain.keys, copy)
  const cosigners = await cosignersOf(copy.note, chain.witnesses)
  const [forged] = cosigners.forged
  if (forged !== undefined) {
    const sentence = `Checkpoint ${copy.number} is not as the witness ${forged} signed it: the note was changed, or the signature is forged`
    return { agrees: false, sentence }
  }
  const cosigned = whatWitnessesSay(cosigners)
  if (copy.size > chain.length || contentMisfit(chain, copy) !== null) {
    const what =
      copy.size > chain.length
        ? `The history was cut off: checkpoint ${copy.number} covers ${copy.size} acknowledgments, and the chain has ${chain.length}`
        : `The history was rewritten: the ${copy.size} acknowledgments that checkpoint ${copy.number} covers are others now`
    const whose = isOurs
      ? ''
      : `. Or the checkpoint is none of this installation’s: it has no key that signed it`
    return { agrees: false, sentence: `${what}${whose}${cosigned}` }
  }
  const whose = isOurs ? '' : ', though by a key that this installation does not know'
  return {
    agrees: true,
    sentence: `${unchanged(copy.size)} since checkpoint ${copy.number} was signed, ${copy.time}${whose}${cosigned}`,
  }
}

/** With a full stop before it; empty where no witness has anything to do with it. */
function whatWitnessesSay({ seen, unknown }: Cosigners): string {
  const sentences = [
    ...seen.map(({ name, at }) => `The witness ${name} signed it on ${at.toISOString()}`),
    ...unknown.map((name) => `A signature of ${name} on it was not checked: its key was not given`),
  ]
  return sentences.map((sentence) => `. ${sentence}`).join('')
}

async function isSignedByAny(keys: EvidenceKey[], copy: NoteCopy): Promise<boolean> {
  for (const key of keys) if (await isSignedBy(copy.note, await verifierKeyOf(key))) return true
  return false
}

/** A token holds only the hash of a note: the note has to be there still. */
async function compareToken(chain: Chain, token: Uint8Array): Promise<Finding> {
  for (const { note, number, size } of chain.checkpoints) {
    const digest = createHash('sha256').update(note, 'utf8').digest()
    try {
      const { generatedAt, authority } = await verifyTimestamp(token, { digest })
      const compared = await compareNote(chain, { ...readCheckpoint(note), text: note })
      if (!compared.agrees) return compared
      const sentence = `${unchanged(size)} since checkpoint ${number} was stamped, ${generatedAt.toISOString()} by the clock of ${authority}`
      return { agrees: true, sentence }
    } catch (error) {
      if (!(error instanceof TimestampError)) throw error
      if (!error.isOfSomethingElse) return { agrees: false, sentence: error.message }
    }
  }
  const sentence =
    'The history was rewritten or cut off: the checkpoint that this time stamp was given for is not there'
  return { agrees: false, sentence }
}
