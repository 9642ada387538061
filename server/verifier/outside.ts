import {
  cosignedAt,
  cosignersOf,
  isSignedBy,
  type Note,
  secondsOf,
  type VerifierKey,
} from '../src/features/evidence/signed-note.ts'
import { bytesOf, hexOf, refuse, textFrom } from './bytes.ts'
import type { KeptCheckpoint } from './checkpoints.ts'
import { fromPlainJson, isRecord } from './json.ts'
import { checkpointFrom, keyName, signatureFrom } from './notes.ts'
import { type Pack, readLines } from './pack.ts'
import {
  type FoundRecords,
  isUnlimited,
  readRecord,
  scopeTest,
  type SignedRecord,
} from './records.ts'
import { sha256 } from './sha256.ts'

/** A file that the reader kept, or was given by somebody else than the portal. */
export interface KeptFile {
  name: string
  text: string
}

/** Of a file’s bytes; programs of Windows put a mark of byte order in front. What is no UTF-8 is none of these files. */
export const keptText = (bytes: Uint8Array): string => textFrom(bytes)?.replace(/^\ufeff/, '') ?? ''

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

const REWRITTEN = 'the history was rewritten'

/**
 * Holds a receipt against the pack.
 * @returns a sentence on what it shows, and whether it shows anything
 * @throws Refusal
 */
export async function checkReceipt(
  receipt: Receipt,
  pack: Pack,
  inside: { kept: KeptCheckpoint[]; found: FoundRecords; witnesses: VerifierKey[] },
): Promise<Shown> {
  const { kept, found } = inside
  const { record, name } = receipt
  const { sequence } = record
  const newest = kept.at(-1)!
  const told = `The receipt “${name}”, for record ${sequence},`
  const mailed =
    receipt.checkpoint === null
      ? null
      : await checkNote({ name, text: receipt.checkpoint }, pack, inside)
  const shows = (agrees: boolean, what: string): Shown => ({
    agrees,
    sentence: `${told} ${what}${mailed?.cosigned ?? ''}`,
  })
  if (sequence > newest.size) {
    if (record.acknowledged_at <= newest.time) {
      refuse(
        `${told} is of ${record.acknowledged_at}, and the chain in the pack ends before it with record ${newest.size}, though it is newer: its end was cut off`,
      )
    }
    const isNext = sequence === newest.size + 1
    if (isNext && record.previous_hash !== newest.head) {
      refuse(`${told} follows another record than the last one of the pack’s chain: ${REWRITTEN}`)
    }
    return shows(false, 'is newer than the pack, which cannot have it.')
  }
  const [before, same, after] = [-1, 0, 1].map((by) => found.wanted.get(sequence + by))
  const [headBefore, head] = [sequence - 1, sequence].map(
    (end) => kept.find(({ size }) => size === end)?.head,
  )
  const isOther =
    (same && same.hash !== record.hash) ||
    (head !== undefined && head !== record.hash) ||
    (headBefore !== undefined && headBefore !== record.previous_hash) ||
    (before && before.hash !== record.previous_hash) ||
    (after && after.previous_hash !== record.hash)
  if (isOther) refuse(`${told} tells of another record than the pack has there: ${REWRITTEN}`)
  if (same) {
    // What was chosen is no chain: only in a whole one does a record speak for those before it.
    const own = isUnlimited(pack.manifest.scope) ? sequence : 0
    const upTo = Math.max(own, mailed?.upTo ?? 0)
    return { ...shows(true, 'agrees with the pack.'), ...(upTo > 0 && { upTo }) }
  }
  if (scopeTest(pack.manifest.scope)(record)) {
    refuse(`${told} is about what the pack is about, and the pack does not have its record`)
  }
  const agrees = [head, headBefore, before, after].some((beside) => beside !== undefined)
  return shows(
    agrees,
    agrees
      ? 'agrees with the records beside it; its own is not part of this pack.'
      : 'is not about what this pack is about, and shows nothing here.',
  )
}

export interface Shown {
  agrees: boolean
  /** Up to which record nothing was rewritten since; left out where that is said of single records only. */
  upTo?: number
  sentence: string
}

/**
 * Holds a checkpoint that was kept elsewhere against those of the pack.
 * @returns what it shows, and in `cosigned` alone what witnesses have to do with it, with a space before it
 * @throws Refusal
 */
export async function checkNote(
  { name, text }: KeptFile,
  pack: Pack,
  { kept, witnesses }: { kept: KeptCheckpoint[]; witnesses: VerifierKey[] },
): Promise<Shown & { cosigned: string }> {
  // What a mail program added at the ends is no part of it.
  const checkpoint = checkpointFrom(
    `${text.replaceAll('\r\n', '\n').replaceAll(/^[ \t\n]+|[ \t\n]+$/g, '')}\n`,
  )
  if (!checkpoint) return refuse(`“${name}” holds no checkpoint that can be read`)
  const { note } = checkpoint
  const told = `The checkpoint ${checkpoint.number} in “${name}”`
  if (checkpoint.origin !== pack.manifest.origin) {
    refuse(`${told} is of another portal (${checkpoint.origin}) than the pack`)
  }
  const signed = await Promise.all(pack.manifest.keys.map(async (key) => isSignedBy(note, key)))
  if (!signed.includes(true)) refuse(`${told} is not signed by a key of this pack`)
  const cosigned = await whatWitnessesSay(told, note, witnesses)
  const newest = kept.at(-1)!
  if (checkpoint.number > newest.number) {
    const isNext = checkpoint.number === newest.number + 1
    const isOfOther =
      checkpoint.size < newest.size ||
      checkpoint.time < newest.time ||
      (isNext && checkpoint.previous !== newest.hash) ||
      (checkpoint.size === newest.size && checkpoint.head !== newest.head)
    if (isOfOther) {
      refuse(`${told} is of another history than the pack: ${REWRITTEN}, or two were kept`)
    }
    if (!signed.at(-1)) {
      refuse(`${told} is newer than the pack, and signed by a key that was replaced before it`)
    }
    const sentence = `${told} is newer than the pack, which cannot have it.${cosigned}`
    return { agrees: false, sentence, cosigned }
  }
  if (kept[checkpoint.number - 1]!.note.text !== note.text) {
    refuse(`${told} is not the one that the pack has under this number: ${REWRITTEN} since`)
  }
  const { size: upTo } = checkpoint
  return { agrees: true, upTo, sentence: `${told} agrees with the pack.${cosigned}`, cosigned }
}

/** @throws Refusal where one whose key the reader gave did not sign it */
async function whatWitnessesSay(
  told: string,
  note: Note,
  witnesses: VerifierKey[],
): Promise<string> {
  const { seen, forged, unknown } = await cosignersOf(note, witnesses)
  if (forged.length > 0) {
    refuse(
      `${told} is not as the witness ${forged[0]} signed it: the checkpoint was changed, or the signature is forged`,
    )
  }
  const sentences = [
    ...seen.map(({ name, at }) => `The witness ${name} signed it on ${at.toISOString()}.`),
    ...unknown.map(
      (name) => `A signature of ${name} on it was not checked: you gave no key of it.`,
    ),
  ]
  return sentences.map((sentence) => ` ${sentence}`).join('')
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
  const seen = new Map<string, number>()
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
      if (!(await cosignedAt(note.text, signature, witness))) {
        refuse(`The witness ${witness.name} did not sign checkpoint ${number} as it is in the pack`)
      }
      seen.set(keyName(witness), number)
    }
  }
  for (const witness of witnesses) {
    const { name } = witness
    const number = seen.get(keyName(witness))
    shown.push(
      number === undefined
        ? { agrees: false, sentence: `The witness ${name} has signed no checkpoint of the pack.` }
        : {
            agrees: true,
            upTo: kept[number - 1]!.size,
            sentence: `The witness ${name} has signed up to checkpoint ${number}.`,
          },
    )
  }
  for (const name of unknown) {
    const sentence = `There are signatures of a witness, ${name}, whose key you did not give.`
    shown.push({ agrees: false, sentence })
  }
  return shown
}
