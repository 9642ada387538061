import type { CheckpointText } from '../src/features/evidence/checkpoint-note.ts'
import {
  cosignersOf,
  isSignedBy,
  type Note,
  secondsOf,
  type VerifierKey,
  writeNote,
} from '../src/features/evidence/signed-note.ts'
import { bytesOf, hexOf, refuse, sameBytes } from './bytes.ts'
import type { KeptCheckpoint } from './checkpoints.ts'
import { besideItsTime, isLongBefore, type KeptFile, REWRITTEN, type Shown } from './kept-files.ts'
import { checkpointFrom } from './notes.ts'
import type { Pack } from './pack.ts'
import { sha256 } from './sha256.ts'

/** A checkpoint that was kept elsewhere than in the pack, signed by a key of the pack. */
export interface MailedNote extends CheckpointText {
  note: Note
  /** Without what witnesses added, as the next one names it. */
  hash: string
  /** The beginning of a sentence about it. */
  told: string
  /** Which of the pack's keys signed it. */
  signedBy: number
}

/** @throws Refusal where it is none, or not of this portal */
export async function readMailedNote(
  { name, text }: KeptFile,
  { manifest }: Pack,
): Promise<MailedNote> {
  // What a mail program added at the ends is no part of it.
  const checkpoint = checkpointFrom(
    `${text.replaceAll('\r\n', '\n').replaceAll(/^[ \t\n]+|[ \t\n]+$/g, '')}\n`,
  )
  if (!checkpoint) return refuse(`“${name}” holds no checkpoint that can be read`)
  const { note, origin } = checkpoint
  const told = `The checkpoint ${checkpoint.number} in “${name}”`
  if (origin !== manifest.origin) {
    refuse(`${told} is of another portal (${origin}) than the pack`)
  }
  const signed = await Promise.all(manifest.keys.map(async (key) => isSignedBy(note, key)))
  const [own, ...others] = note.signatures
  const signedBy = own?.name === origin ? signed.indexOf(true) : -1
  if (signedBy < 0) refuse(`${told} is not signed by a key of this pack`)
  if (others.some((line) => line.name === origin || secondsOf(line.signature) === null)) {
    refuse(`${told} has a line below the portal’s signature that no witness wrote`)
  }
  const alone = writeNote({ text: note.text, signatures: [own!] })
  return { ...checkpoint, told, signedBy, hash: hexOf(sha256(bytesOf(alone))) }
}

/**
 * Those that are newer than the pack go on from its newest checkpoint, and from one another.
 * @throws Refusal
 */
export function checkLaterNotes(mailed: MailedNote[], newest: KeptCheckpoint): void {
  const later = mailed
    .filter(({ number }) => number > newest.number)
    .toSorted((one, other) => one.number - other.number)
  let before: KeptCheckpoint | MailedNote = newest
  for (const one of later) {
    const goesOn =
      one.number === before.number
        ? one.note.text === before.note.text
        : one.size >= before.size &&
          (one.number > before.number + 1 || one.previous === before.hash) &&
          (one.size > before.size || isSameTree(one, before))
    if (!goesOn) {
      const what = 'told' in before ? before.told.replace('The', 'the') : 'the pack'
      refuse(`${one.told} is of another history than ${what}: ${REWRITTEN}, or two were kept`)
    }
    before = one
  }
}

const isSameTree = (one: CheckpointText, other: CheckpointText) =>
  one.head === other.head && sameBytes(one.root, other.root)

/**
 * Holds a checkpoint that was kept elsewhere against those of the pack.
 * @returns what it shows, and in `cosigned` alone what witnesses have to do with it, with a space before it
 * @throws Refusal
 */
export async function checkNote(
  mailed: MailedNote,
  { manifest }: Pack,
  { kept, witnesses }: { kept: KeptCheckpoint[]; witnesses: VerifierKey[] },
): Promise<Shown & { cosigned: string }> {
  const { told, number, size, time } = mailed
  const cosigned = await whatWitnessesSay(mailed, witnesses)
  const newest = kept.at(-1)!
  if (number <= newest.number) {
    if (kept[number - 1]!.hash !== mailed.hash) {
      refuse(`${told} is not the one that the pack has under this number: ${REWRITTEN} since`)
    }
    return {
      agrees: true,
      upTo: size,
      sentence: `${told} agrees with the pack.${cosigned}`,
      cosigned,
    }
  }
  if (mailed.signedBy < manifest.keys.length - 1) {
    refuse(`${told} is newer than the pack, and signed by a key that was replaced before it`)
  }
  const agrees = number === newest.number + 1 || size === newest.size
  // What it names it knew, whatever the clocks said.
  if (!agrees && isLongBefore(time, newest.time)) {
    refuse(
      `${told} is of ${time}, and the pack’s newest, which has a lower number, of ${newest.time}: ${REWRITTEN} in between, or the portal’s clock was set back`,
    )
  }
  return agrees
    ? {
        agrees,
        upTo: newest.size,
        sentence: `${told} is newer than the pack, and agrees with its newest one.${cosigned}`,
        cosigned,
      }
    : {
        agrees,
        sentence: `${told} is newer than the pack, which cannot have it, and names nothing that the pack has.${cosigned}`,
        cosigned,
      }
}

/** @throws Refusal where one whose key the reader gave did not sign it */
async function whatWitnessesSay(
  { told, note, time }: MailedNote,
  witnesses: VerifierKey[],
): Promise<string> {
  const { seen, forged, unknown } = await cosignersOf(note, witnesses)
  if (forged.length > 0) {
    refuse(
      `${told} is not as the witness ${forged[0]} signed it: the checkpoint was changed, or the signature is forged`,
    )
  }
  const sentences = [
    ...seen.map(
      ({ name, at }) =>
        `The witness ${name} signed it on ${at.toISOString()}.${besideItsTime(at, time)}`,
    ),
    ...unknown.map(
      (name) => `A signature of ${name} on it was not checked: you gave no key of it.`,
    ),
  ]
  return sentences.map((sentence) => ` ${sentence}`).join('')
}
