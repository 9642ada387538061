import { cosignedAt, secondsOf, type VerifierKey } from '../src/features/evidence/signed-note.ts'
import { bytesOf, hexOf, refuse } from './bytes.ts'
import type { KeptCheckpoint } from './checkpoints.ts'
import { fromPlainJson, isRecord } from './json.ts'
import { besideItsTime, isLongBefore, type KeptFile, REWRITTEN, type Shown } from './kept-files.ts'
import type { MailedNote } from './mailed-notes.ts'
import { keyName, signatureFrom } from './notes.ts'
import { type Pack, readLines } from './pack.ts'
import {
  type FoundRecords,
  isUnlimited,
  readRecord,
  scopeTest,
  type SignedRecord,
} from './records.ts'
import { sha256 } from './sha256.ts'

export interface Receipt {
  name: string
  record: SignedRecord
  /** The newest checkpoint when it was written; null where there was none. */
  checkpoint: string | null
}

/** @throws Refusal where it is no receipt, or was changed */
export function readReceipt({ name, text }: KeptFile): Receipt {
  const receipt = fromPlainJson(text)
  if (receipt?.format !== 'frontdesk-receipt-1' || !isRecord(receipt.record)) {
    return refuse(`“${name}” is no receipt`)
  }
  const record = readRecord(receipt.record, `The receipt “${name}”`)
  const { text: shown, checkpoint } = receipt
  const isSound =
    isRecord(shown) &&
    typeof shown.title === 'string' &&
    typeof shown.content === 'string' &&
    (checkpoint === null || typeof checkpoint === 'string')
  if (!isSound) return refuse(`The receipt “${name}” is not written as the portal writes it`)
  const hash = hexOf(sha256(bytesOf(`${String(shown.title)}\n${String(shown.content)}`)))
  if (hash !== record.content_sha256 || shown.title !== record.policy_title) {
    refuse(`The text in the receipt “${name}” is not the one that its record speaks of`)
  }
  return { name, record, checkpoint }
}

/** Whose sequences are to be looked at closer. */
export const placesOf = (receipts: Receipt[]): Set<number> =>
  new Set(receipts.flatMap(({ record: { sequence } }) => [sequence - 1, sequence, sequence + 1]))

/** What stands at each place of the chain, as far as somebody has said so. */
class Places {
  readonly #named = new Map<number, { hash: string; by: string }>()

  /**
   * @param by whom another one would differ from, as the end of a sentence
   * @param says the beginning of that sentence, where it is this one that differs
   * @throws Refusal where another one was named before
   */
  name(place: number, hash: string, { by, says }: { by: string; says: string }): void {
    const before = this.#named.get(place)
    if (before && before.hash !== hash) {
      refuse(`${says} than ${before.by}: ${REWRITTEN}`)
    }
    if (!before) this.#named.set(place, { hash, by })
  }
}

/**
 * Nothing that the reader gave, and nothing in the pack, names two records at one place.
 * @throws Refusal
 */
export function checkPlaces(
  receipts: Receipt[],
  mailed: MailedNote[],
  { kept, found }: { kept: KeptCheckpoint[]; found: FoundRecords },
): void {
  const places = new Places()
  const inPack = { by: 'the pack has there', says: 'The pack itself names another record' }
  for (const { size, head } of kept) places.name(size, head, inPack)
  for (const { sequence, hash, previous_hash: before } of found.wanted.values()) {
    places.name(sequence, hash, inPack)
    places.name(sequence - 1, before, inPack)
  }
  for (const { size, head, told } of mailed) {
    const by = `${told.replace('The', 'the')} ends in`
    places.name(size, head, { by, says: `${told} ends in another record` })
  }
  for (const { name, record } of receipts) {
    const told = toldOf(name, record)
    const by = `the receipt “${name}” names`
    places.name(record.sequence, record.hash, { by, says: `${told} tells of another record` })
    places.name(record.sequence - 1, record.previous_hash, {
      by,
      says: `${told} follows another record`,
    })
  }
}

const toldOf = (name: string, { sequence }: SignedRecord) =>
  `The receipt “${name}”, for record ${sequence},`

const EARLY =
  ' By its date it is minutes older than the end of the pack: it came at the same moment, a clock was set back, or it was cut off. Ask for a newer pack, which has to have it.'

/**
 * Holds a receipt against the pack; that it names no other record at its place was looked at.
 * @param mailed what the checkpoint in it shows; null where it has none
 * @returns a sentence on what it shows, and whether it shows anything
 * @throws Refusal
 */
export function checkReceipt(
  { name, record }: Receipt,
  pack: Pack,
  {
    kept,
    found,
    mailed,
  }: {
    kept: KeptCheckpoint[]
    found: FoundRecords
    mailed: (Shown & { cosigned: string }) | null
  },
): Shown {
  const { sequence } = record
  const newest = kept.at(-1)!
  const told = toldOf(name, record)
  const isWhole = isUnlimited(pack.manifest.scope)
  const isBeyond = sequence > newest.size
  const isEarly = isBeyond && record.acknowledged_at <= newest.time
  /** What was chosen is no chain: only in a whole one does a record speak for those before it. */
  const shows = (agrees: boolean, what: string, own = 0): Shown => {
    const upTo = Math.max(agrees && isWhole ? own : 0, mailed?.upTo ?? 0)
    return {
      agrees: agrees || mailed?.agrees === true,
      sentence: `${told} ${what}${isEarly ? EARLY : ''}${
        mailed?.agrees && !agrees ? ' The checkpoint in it agrees with the pack.' : ''
      }${mailed?.cosigned ?? ''}`,
      ...(upTo > 0 && { upTo }),
    }
  }
  if (isBeyond && isLongBefore(record.acknowledged_at, newest.time)) {
    refuse(
      `${told} is of ${record.acknowledged_at}, and the chain in the pack ends before it with record ${newest.size}, though it ends on ${newest.time}: its end was cut off, or the portal’s clock was set back`,
    )
  }
  if (found.wanted.has(sequence)) return shows(true, 'agrees with the pack.', sequence)
  if (!isBeyond && scopeTest(pack.manifest.scope)(record)) {
    refuse(`${told} is about what the pack is about, and the pack does not have its record`)
  }
  // One behind it would say only that its own was there; what it names itself, it knew.
  if (found.wanted.has(sequence - 1)) {
    return shows(
      true,
      `agrees with the record before it; its own is ${isBeyond ? 'newer than the pack' : 'not part of this pack'}.`,
      sequence - 1,
    )
  }
  return shows(
    false,
    isBeyond
      ? 'is newer than the pack, which cannot have it.'
      : 'is not about what this pack is about, and shows nothing here.',
  )
}

/**
 * The lines of witnesses in the pack, held against the keys that the reader gave.
 * @throws Refusal
 */
export async function checkCosignatures(
  pack: Pack,
  kept: KeptCheckpoint[],
  witnesses: VerifierKey[],
): Promise<Shown[]> {
  const shown: Shown[] = []
  const seen = new Map<string, { number: number; at: Date }>()
  const unknown = new Set<string>()
  for (const { number, note } of kept) {
    const path = `checkpoints/${String(number).padStart(6, '0')}.cosignatures`
    const entry = pack.entries.get(path)
    if (!entry) continue
    if (entry.size === 0) refuse(`“${path}” is not written as a witness writes it`)
    for await (const line of readLines(pack, path)) {
      const signature = signatureFrom(line)
      if (!signature || secondsOf(signature.signature) === null) {
        return refuse(`“${path}” is not written as a witness writes it`)
      }
      const witness = witnesses.find(
        ({ name, keyId }) => name === signature.name && keyId === signature.keyId,
      )
      if (!witness) {
        unknown.add(signature.name)
        continue
      }
      const at =
        (await cosignedAt(note.text, signature, witness)) ??
        refuse(`The witness ${witness.name} did not sign checkpoint ${number} as it is in the pack`)
      seen.set(keyName(witness), { number, at })
    }
  }
  for (const witness of witnesses) {
    const { name } = witness
    const last = seen.get(keyName(witness))
    const signed = last && kept[last.number - 1]!
    shown.push(
      !signed
        ? { agrees: false, sentence: `The witness ${name} has signed no checkpoint of the pack.` }
        : {
            agrees: true,
            upTo: signed.size,
            sentence: `The witness ${name} has signed up to checkpoint ${signed.number}, that one on ${last.at.toISOString()}.${besideItsTime(last.at, signed.time)}`,
          },
    )
  }
  for (const name of unknown) {
    const sentence = `There are signatures of a witness, ${name}, whose key you did not give.`
    shown.push({ agrees: false, sentence })
  }
  return shown
}
