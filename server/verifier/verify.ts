import type { VerifierKey } from '../src/features/evidence/signed-note.ts'
import { Refusal, refuse, withoutMoving } from './bytes.ts'
import {
  checkCheckpoints,
  type KeptCheckpoint,
  readCheckpoints,
  whatKeyVouchesFor,
} from './checkpoints.ts'
import { fromJson } from './json.ts'
import { LISTS, type Manifest } from './manifest.ts'
import { keyFrom } from './notes.ts'
import type { KeptFile, Shown } from './kept-files.ts'
import { checkLaterNotes, checkNote, type MailedNote, readMailedNote } from './mailed-notes.ts'
import { checkCosignatures, checkPlaces, checkReceipt, placesOf, readReceipt } from './outside.ts'
import { openPack, type Pack, readLines } from './pack.ts'
import { checkRecords, type FoundRecords, isUnlimited } from './records.ts'
import { checkTokens } from './tokens.ts'
import type { ByteSource } from './zip.ts'

/** What a reader knows from elsewhere than the pack; all of it as text. */
export interface OwnKnowledge {
  /** The portal's key, as `/evidence/key` says it. */
  key?: string
  receipts?: KeptFile[]
  /** Checkpoints that were mailed to somebody. */
  checkpoints?: KeptFile[]
  /** The keys of witnesses. */
  witnesses?: string[]
  /** Certificates of time authorities, PEM. */
  authorities?: KeptFile[]
}

export const STEPS = {
  files: 'The files',
  records: 'The records',
  tree: 'The tree',
  checkpoints: 'The checkpoints',
  outside: 'Copies outside',
  word: 'On the operator’s word alone',
} as const
export type Step = keyof typeof STEPS

export interface Finding {
  step: Step
  sentence: string
}

export type Verdict = { findings: Finding[]; summary: string } & (
  | { accepted: true }
  | { accepted: false; step: Step }
)

const UNKNOWN_ERROR = 'This pack could not be looked through'

/**
 * Looks through a pack, in the order of docs/evidence.md. It never throws for what a pack is, only for what
 * the machine lacks.
 * @param tell hears of each finding as it is made
 */
export async function verifyPack(
  source: ByteSource,
  known: OwnKnowledge,
  tell: (finding: Finding) => void = () => undefined,
): Promise<Verdict> {
  const findings: Finding[] = []
  const look: Look = {
    step: 'files',
    say: (sentence) => {
      const finding = { step: look.step, sentence: withoutMoving(sentence) }
      findings.push(finding)
      tell(finding)
    },
  }
  try {
    const summary = await lookThrough(source, known, look)
    return { accepted: true, findings, summary }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      accepted: false,
      step: look.step,
      findings,
      summary: `${withoutMoving(error.message) || UNKNOWN_ERROR}.`,
    }
  }
}

interface Look {
  step: Step
  say: (sentence: string) => void
}

/** Returns what it comes to. @throws Refusal */
async function lookThrough(source: ByteSource, known: OwnKnowledge, look: Look): Promise<string> {
  const own = await readKnowledge(known)
  const pack = await openPack(source)
  const { manifest } = pack
  look.say(`All ${manifest.files.length} files are those that the signed manifest names.`)
  await countLines(pack)

  look.step = 'records'
  const kept = await readCheckpoints(pack)
  const newest = kept.at(-1)!
  const found = await checkRecords(pack, {
    tree: newest,
    heads: new Set(kept.map(({ size }) => size)),
    wanted: placesOf(own.receipts),
  })
  look.say(whatRecordsShow(found))
  if (found.pictures > 0) {
    look.say(
      found.pictures === 1
        ? 'The one picture in these texts is the one that was signed with them.'
        : `All ${found.pictures} pictures in these texts are those that were signed with them.`,
    )
  }

  look.step = 'tree'
  look.say(
    `All of them are among the ${newest.size} records of the history that ends on ${newest.time}.`,
  )

  look.step = 'checkpoints'
  const line = await checkCheckpoints(pack, kept, found.heads)
  look.say(
    kept.length === 1
      ? 'There is one checkpoint, and it is signed.'
      : `${kept.length} checkpoints follow one another, each signed and each continuing the one before it, since ${kept[0]!.time}.`,
  )
  const vouched = whatKeyVouchesFor(own.key, manifest.keys, line)
  look.say(vouched.sentence)

  look.step = 'outside'
  const agreed = await lookOutside(pack, own, { kept, found }, look)

  look.step = 'word'
  for (const sentence of onItsWord(manifest, { agreed: agreed.any, vouched: vouched.vouched }))
    look.say(sentence)
  return summaryOf(agreed, newest.size)
}

function summaryOf({ any, upTo }: Agreed, size: number): string {
  if (!any) {
    return 'Accepted as self-attested: the pack is whole, and nothing but the operator’s own word says that its history was not rewritten as a whole.'
  }
  const begin = 'Accepted: the pack is whole, and copies outside of the operator’s hands agree with'
  if (upTo === size) return `${begin} it.`
  return upTo === 0
    ? `${begin} the records that they are about. That nothing else was rewritten rests on the operator’s own word.`
    : `${begin} it up to record ${upTo} of ${size}. That nothing after it was rewritten rests on the operator’s own word.`
}

async function readKnowledge(known: OwnKnowledge) {
  const witnesses: VerifierKey[] = []
  for (const text of known.witnesses ?? []) {
    const witness = (await keyFrom(text)) ?? refuse('The witness’s key that you gave is no key')
    if (witness.type !== 'cosignature') refuse(`The key of ${witness.name} is not a witness’s`)
    witnesses.push(witness)
  }
  const key = known.key === undefined ? null : await firstKey(known.key)
  return {
    key,
    witnesses,
    receipts: (known.receipts ?? []).map(readReceipt),
    checkpoints: known.checkpoints ?? [],
    authorities: known.authorities ?? [],
  }
}

/** A page or a letter may have other lines beside it. */
async function firstKey(text: string): Promise<VerifierKey> {
  for (const word of text.split(/\s+/)) {
    const key = word && (await keyFrom(word))
    if (key) return key
  }
  return refuse('The key that you gave is no key of a portal')
}

/** The lists have the numbers of lines that the manifest says; of some, nothing else will be looked at. */
async function countLines(pack: Pack): Promise<void> {
  for (const list of LISTS) {
    const isLookedAt = list === 'records' || list === 'texts'
    let count = 0
    for await (const line of readLines(pack, `${list}.jsonl`)) {
      if (!isLookedAt && !fromJson(line)) {
        refuse(`“${list}.jsonl” is not written as the portal writes it`)
      }
      count += 1
    }
    if (count !== pack.manifest.counts[list]) {
      refuse(`“${list}.jsonl” has another number of lines than the manifest says`)
    }
  }
}

function whatRecordsShow({ count, first, last }: FoundRecords): string {
  if (count === 0) return 'There is no acknowledgment in this pack.'
  if (count === 1) return `The one acknowledgment, of ${first}, matches its hash and its text.`
  return `All ${count} acknowledgments, from ${first} to ${last}, match their hashes and the texts that were signed.`
}

/** How far what is kept outside agrees. */
interface Agreed {
  /** Whether anything shows anything. */
  any: boolean
  /** Up to which record; 0 where that is known of single records only. */
  upTo: number
}

/** @throws Refusal where something outside doesn't agree */
async function lookOutside(
  pack: Pack,
  own: Awaited<ReturnType<typeof readKnowledge>>,
  inside: { kept: KeptCheckpoint[]; found: FoundRecords },
  look: Look,
): Promise<Agreed> {
  const agreed: Agreed = { any: false, upTo: 0 }
  const show = ({ agrees, upTo, sentence }: Shown) => {
    // A checkpoint of no records speaks for none.
    agreed.any ||= agrees && upTo !== 0
    agreed.upTo = Math.max(agreed.upTo, agrees ? (upTo ?? 0) : 0)
    look.say(sentence)
  }
  const { kept } = inside
  const known = { ...inside, witnesses: own.witnesses }
  const carried = await Promise.all(
    own.receipts.map(async ({ name, checkpoint: text }) =>
      text === null ? null : readMailedNote({ name, text }, pack),
    ),
  )
  const mailed = await Promise.all(own.checkpoints.map(async (one) => readMailedNote(one, pack)))
  const notes = [...carried.filter((note) => note !== null), ...mailed]
  checkLaterNotes(notes, kept.at(-1)!)
  const shownBy = new Map<MailedNote, Awaited<ReturnType<typeof checkNote>>>()
  for (const note of notes) shownBy.set(note, await checkNote(note, pack, known))
  checkPlaces(own.receipts, notes, inside)
  own.receipts.forEach((receipt, at) => {
    const note = carried[at]
    show(checkReceipt(receipt, pack, { ...inside, mailed: note ? shownBy.get(note)! : null }))
  })
  for (const note of mailed) show(shownBy.get(note)!)
  for (const shown of await checkTokens(pack, kept, own.authorities)) show(shown)
  for (const shown of await checkCosignatures(pack, kept, own.witnesses)) show(shown)
  if (!agreed.any) {
    look.say(
      'No copy outside of the operator’s hands shows anything of this pack: a receipt, a mailed checkpoint, a time authority’s certificate or a witness’s key could.',
    )
  }
  return agreed
}

function onItsWord(
  { scope, as_of: asOf, counts }: Manifest,
  { agreed, vouched }: { agreed: boolean; vouched: boolean },
): string[] {
  const others = counts.attempts + counts.certificates + counts.obligations + counts.audit
  return [
    ...(isUnlimited(scope)
      ? []
      : [
          'That nothing within the chosen people, items and dates was left out.',
          'That each record names the one before it, where that one is not in the pack: each is shown to be in the history, at its place.',
        ]),
    ...(others > 0
      ? [
          `The attempts, certificates, obligations (as of ${asOf}) and lines of the audit trail: they are in the pack as they were in the database.`,
        ]
      : []),
    'What evidence.pdf and README.txt say: they are the files that were packed, and nothing has compared their words with the records.',
    ...(vouched
      ? []
      : ['That the key is the portal’s: compare it with what the portal’s address says.']),
    ...(agreed ? [] : ['That the history was not rewritten as a whole before this pack was made.']),
    'Who sat at the keyboard: a record tells of an account and its session.',
  ]
}
