import { type CheckpointText, NO_HASH } from '../src/features/evidence/checkpoint-note.ts'
import { isSignedBy, type Note, type VerifierKey } from '../src/features/evidence/signed-note.ts'
import { bytesOf, hashFromHex, hexOf, isHash, refuse, sameBytes, textFrom } from './bytes.ts'
import { asArray, fromPlainJson } from './json.ts'
import { vkeyOf } from './manifest.ts'
import { checkpointFrom, keyName } from './notes.ts'
import { type Pack, readLines, readWhole } from './pack.ts'
import { sha256 } from './sha256.ts'
import { EMPTY_ROOT, grewFrom } from './tree.ts'

/** A checkpoint of the pack, as it was signed. */
export interface KeptCheckpoint extends CheckpointText {
  note: Note
  /** Of the whole signed note, in hexadecimal. */
  hash: string
}

const fileOf = (number: number) => `checkpoints/${String(number).padStart(6, '0')}`

/**
 * All checkpoints, from the first to the one that the manifest names; their text alone is looked at.
 * @throws Refusal
 */
export async function readCheckpoints(pack: Pack): Promise<KeptCheckpoint[]> {
  const { checkpoint: newest, origin } = pack.manifest
  if (newest < 1) refuse('The pack has no checkpoint')
  const kept: KeptCheckpoint[] = []
  for (let number = 1; number <= newest; number += 1) {
    const path = `${fileOf(number)}.note`
    if (!pack.entries.has(path)) refuse(`Checkpoint ${number} is missing`)
    const whole = textFrom(await readWhole(pack, path)) ?? ''
    const checkpoint = checkpointFrom(whole)
    if (checkpoint?.note.signatures.length !== 1) {
      return refuse(`Checkpoint ${number} is not written as the portal writes it`)
    }
    if (checkpoint.number !== number) {
      refuse(`Checkpoint ${number} is another one: it says that it is ${checkpoint.number}`)
    }
    if (checkpoint.origin !== origin) {
      refuse(`Checkpoint ${number} is of another portal (${checkpoint.origin}) than the pack`)
    }
    kept.push({ ...checkpoint, hash: hexOf(sha256(bytesOf(whole))) })
  }
  for (const path of pack.entries.keys()) {
    const number = Number(/^checkpoints\/(\d+)/.exec(path)?.[1] ?? 1)
    if (number < 1 || number > newest) refuse(`“${path}” belongs to no checkpoint of the pack`)
  }
  checkAge(pack, kept.at(-1)!)
  return kept
}

/** A pack begins with a checkpoint of its own, and seconds go by until its files are written. */
const MOST_LATER_MS = 60 * 60_000

/** One that ends in an older checkpoint could hide a chain that was cut: what came later would seem newer than the pack. */
function checkAge({ manifest }: Pack, { time, number }: KeptCheckpoint): void {
  if (Date.parse(manifest.made_at) - Date.parse(time) > MOST_LATER_MS) {
    refuse(
      `The pack says that it was made on ${manifest.made_at}, much later than its newest checkpoint (${number}, of ${time}): a pack ends in one that was signed for it`,
    )
  }
}

/** By which keys the checkpoints were signed, and what their reader has to know of that. */
export interface Line {
  /** Where the key changed without the word of the one before: at which checkpoint, to which of the keys. */
  broken: { number: number; to: number }[]
  /** Which of the keys have signed something; the others are only named. */
  used: Set<number>
}

/**
 * Holds checkpoints against each other: each signed, none left out, none taken back.
 * @param heads what the records at the ends of the trees hash to, as far as they are known
 * @throws Refusal
 */
export async function checkCheckpoints(
  pack: Pack,
  kept: KeptCheckpoint[],
  heads: Map<number, string>,
): Promise<Line> {
  const proofs = readLines(pack, 'consistency.jsonl')
  const line = await checkSigners(pack.manifest.keys, kept)
  for (const [index, one] of kept.entries()) {
    const before = kept[index - 1]
    const { number, size, head } = one
    if (one.previous !== (before?.hash ?? NO_HASH)) {
      refuse(
        before
          ? `Checkpoint ${number} does not follow checkpoint ${before.number} of the pack: one of them is of another history`
          : 'The first checkpoint says that there was one before it',
      )
    }
    if (size === 0 && !(sameBytes(one.root, EMPTY_ROOT) && head === NO_HASH)) {
      refuse(`Checkpoint ${number} is of no records and names some`)
    }
    if (heads.has(size) && heads.get(size) !== head) {
      refuse(`Checkpoint ${number} ends in another record than the records of the pack say`)
    }
    if (!before) continue
    if (size < before.size) {
      refuse(
        `Checkpoint ${number} has ${size} records, fewer than the one before it (${before.size}): records were taken out`,
      )
    }
    const proof = fromPlainJson((await proofs.next()).value ?? '')
    if (proof?.from !== before.size || proof.to !== size) {
      refuse(`The proof that checkpoint ${number} continues the one before it is missing`)
    }
    const path = asArray(proof.path)
    const grew = Array.isArray(proof.path) && path.every(isHash)
    if (!grew || !grewFrom(before, one, path.map(hashFromHex))) {
      refuse(
        `Checkpoint ${number} does not continue checkpoint ${before.number}: the history was rewritten between them`,
      )
    }
    if (size === before.size && head !== before.head) {
      refuse(`Checkpoint ${number} ends in another record than the one before it`)
    }
  }
  if (!(await proofs.next()).done) refuse('There are more proofs than checkpoints')
  return line
}

/** Each is signed by the key of the one before, or by one that that one names. */
async function checkSigners(keys: VerifierKey[], kept: KeptCheckpoint[]): Promise<Line> {
  // The last signs the manifest.
  const line: Line = { broken: [], used: new Set([keys.length - 1]) }
  let at = 0
  const handOver = ({ number, key }: KeptCheckpoint) => {
    if (key?.word !== 'next-key') return
    at += 1
    if (vkeyOf(keys[at]) !== key.vkey) {
      refuse(`Checkpoint ${number} hands over to a key that the pack does not name`)
    }
  }
  for (const [index, one] of kept.entries()) {
    if (one.key?.word === 'lost-key') {
      if (index === 0 || one.key.vkey !== vkeyOf(keys[at])) {
        refuse(`Checkpoint ${one.number} speaks of a lost key that was not in use`)
      }
      at += 1
      line.broken.push({ number: one.number, to: at })
    }
    const key = keys[at]
    if (!key || !(await isSignedBy(one.note, key))) {
      return refuse(
        `Checkpoint ${one.number} is not signed by the key of this portal: it was changed, or somebody else made it`,
      )
    }
    line.used.add(at)
    handOver(one)
  }
  if (at !== keys.length - 1) {
    refuse('The pack names a key by which no checkpoint of it is signed')
  }
  return line
}

/** How far somebody's own knowledge of a key reaches. @throws Refusal where it does not reach the pack's last one */
export function whatKeyVouchesFor(
  known: VerifierKey | null,
  keys: VerifierKey[],
  { broken, used }: Line,
): { vouched: boolean; sentence: string } {
  const lost = broken
    .map(({ number }) => ` At checkpoint ${number} the key changed without the former one’s word.`)
    .join('')
  if (!known) {
    const name = keyName(keys.at(-1)!)
    return {
      vouched: false,
      sentence: `The key is the one in the pack (${name}), vouched for by nobody but the pack.${lost}`,
    }
  }
  const place = keys.findIndex((key) => vkeyOf(key) === vkeyOf(known))
  if (place < 0) refuse('The pack is not signed by the key that you gave')
  // Anybody can name it, as the next one of a key of their own.
  if (!used.has(place)) {
    refuse('The pack names the key that you gave, and that key has signed nothing in it')
  }
  // What a key signs covers all that came before it; from there on each key names the next.
  const later = broken.find(({ to }) => to > place)
  // Anybody with a true pack could go on from it with a key of their own.
  if (later) {
    refuse(
      `The key that you gave was in use until checkpoint ${later.number}, where another took its place without its word: anybody could have done that. Ask the portal for its key of today, by a way that you trust, and give that one`,
    )
  }
  return { vouched: true, sentence: `They are signed by the key that you gave.${lost}` }
}
