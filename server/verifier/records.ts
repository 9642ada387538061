import { NO_HASH } from '../src/features/evidence/checkpoint-note.ts'
import { bytesOf, hashFromHex, hexOf, isHash, refuse } from './bytes.ts'
import { asArray, fromJson, fromPlainJson, isCount, isRecord, isTime } from './json.ts'
import type { Scope } from './manifest.ts'
import { type Pack, readLines } from './pack.ts'
import { sha256 } from './sha256.ts'
import { isInTree } from './tree.ts'

const FIRST_FORM = 'frontdesk-acknowledgment-1'
const FORM = 'frontdesk-acknowledgment-2'
/** Of a policy that takes more than one press to sign. */
const CEREMONY_FORM = 'frontdesk-acknowledgment-3'

/** What the hash of a record covers, in this order. */
const SEALED = [
  'form',
  'sequence',
  'id',
  'policy_id',
  'user_id',
  'version',
  'acknowledged_at',
  'policy_title',
  'person_name',
  'person_email',
  'person_role',
  'content_sha256',
  'consent',
  'sign_in_method',
  'session_origin',
  'session_id',
  'ip',
  'user_agent',
  'ceremony',
  'previous_hash',
] as const
type Sealed = (typeof SEALED)[number]

/** An acknowledgment, whose hash is right. */
export type SignedRecord = Record<Exclude<Sealed, 'sequence' | 'version' | 'ceremony'>, string> & {
  sequence: number
  version: number
  hash: string
}

/**
 * Reads a record and computes its hash.
 * @param where names it in the sentence
 * @throws Refusal
 */
export function readRecord(value: unknown, where: string): SignedRecord {
  if (!isRecord(value)) return refuse(`${where} is not written as the portal writes it`)
  const record = value
  const { form } = record
  if (form !== FIRST_FORM && form !== FORM && form !== CEREMONY_FORM) {
    refuse(`${where} is of a kind that this verifier does not know`)
  }
  const isSealed = (field: Sealed) =>
    (field !== 'session_origin' || form !== FIRST_FORM) &&
    (field !== 'ceremony' || form === CEREMONY_FORM)
  const isSound = SEALED.filter(isSealed).every((field) =>
    field === 'sequence' || field === 'version'
      ? isPlace(record[field])
      : field === 'acknowledged_at'
        ? isTime(record[field])
        : typeof record[field] === 'string',
  )
  const fields = SEALED.length - (form === CEREMONY_FORM ? 0 : 1)
  const isExact =
    Object.keys(record).length === fields + 1 &&
    isHash(record.hash) &&
    // It is there, and nothing seals it.
    (form !== FIRST_FORM || record.session_origin === null)
  if (!isSound || !isExact || !isCeremony(record))
    refuse(`${where} is not written as the portal writes it`)
  const list = SEALED.filter(isSealed).map((field) => record[field])
  if (hexOf(sha256(bytesOf(JSON.stringify(list)))) !== record.hash) {
    refuse(`${where} was changed: what it says does not match its hash`)
  }
  return record as SignedRecord
}

/** From 1. */
const isPlace = (value: unknown) => isCount(value) && value > 0
const isText = (value: unknown) => value === null || typeof value === 'string'
const isNumber = (value: unknown) => value === null || isCount(value)
/** In the order in which it is written. */
const MEMBERS: Record<string, (value: unknown) => boolean> = {
  typed_name: isText,
  identity: isText,
  compared_version: isNumber,
  reading_seconds: isNumber,
  end_reached: (value) => value === null || typeof value === 'boolean',
  language: isText,
  consent_sha256: isHash,
}

/** Whether what signing took is written as the portal writes it; of the other forms there is nothing. */
function isCeremony({ form, ceremony: sealed, consent }: Record<string, unknown>): boolean {
  if (form !== CEREMONY_FORM) return sealed === undefined
  const ceremony = fromJson(String(sealed))
  return (
    ceremony !== null &&
    Object.keys(ceremony).join() === Object.keys(MEMBERS).join() &&
    Object.entries(MEMBERS).every(([name, isRight]) => isRight(ceremony[name])) &&
    // Only now: in what is nested deeply, writing it would end in an error of the machine.
    JSON.stringify(ceremony) === sealed &&
    ceremony.consent_sha256 === hexOf(sha256(bytesOf(String(consent))))
  )
}

const textKey = (of: { policy_id: unknown; version: unknown }) =>
  `${String(of.policy_id)} ${String(of.version)}`

/** What was found in the records, to hold other things against. */
export interface FoundRecords {
  count: number
  first: string | null
  last: string | null
  /** What the records at the ends of the checkpoints' trees hash to, as far as they or those behind them are in the pack. */
  heads: Map<number, string>
  /** Those that a receipt speaks of, and their neighbours. */
  wanted: Map<number, SignedRecord>
  /** How many stand in the texts. */
  pictures: number
}

export interface Tree {
  size: number
  root: Uint8Array
}

/**
 * Holds every record against its hash, its text and the tree.
 * @param options.heads at whose sequences to look closer
 * @returns what is left over is for the other steps
 * @throws Refusal
 */
export async function checkRecords(
  pack: Pack,
  options: { tree: Tree; heads: Set<number>; wanted: Set<number> },
): Promise<FoundRecords> {
  const { texts, pictures } = await readTexts(pack)
  checkPictures(pack, pictures)
  const used = new Set<string>()
  const ids = new Set<string>()
  const found: FoundRecords = {
    count: 0,
    first: null,
    last: null,
    heads: new Map(),
    wanted: new Map(),
    pictures: pictures.size,
  }
  const isScoped = scopeTest(pack.manifest.scope)
  const proofs = readLines(pack, 'proofs.jsonl')
  let before: SignedRecord | null = null
  for await (const line of readLines(pack, 'records.jsonl')) {
    const where = `Record ${found.count + 1} of the pack`
    const record = readRecord(fromPlainJson(line), where)
    checkPlace(record, before, options.tree)
    checkText(record, texts)
    used.add(textKey(record))
    if (ids.has(record.id)) refuse(`Record ${record.sequence} has the id of another one`)
    ids.add(record.id)
    if (!isScoped(record)) refuse(`Record ${record.sequence} is not about what the pack is about`)
    checkProof(record, (await proofs.next()).value, options.tree)
    found.count += 1
    found.first ??= record.acknowledged_at
    found.last = record.acknowledged_at
    for (const [place, hash] of [
      [record.sequence - 1, record.previous_hash],
      [record.sequence, record.hash],
    ] as const) {
      if (options.heads.has(place)) found.heads.set(place, hash)
    }
    if (options.wanted.has(record.sequence)) found.wanted.set(record.sequence, record)
    before = record
  }
  if (!(await proofs.next()).done) refuse('There are more proofs than records')
  if (used.size !== texts.size) refuse('There is a text that no record speaks of')
  checkWholeness(pack, found.count, options.tree)
  return found
}

type Texts = Map<string, { title: string; hash: string }>

/** As a text names a picture: by the name of its file. */
const NAMED = /\/api\/v1\/(pictures\/[\da-f]{64}-[1-9]\d{0,4}x[1-9]\d{0,4}\.webp)/g

/** Titles and hashes of texts, by policy and version; and the pictures in them, each with a text that names it. */
async function readTexts(pack: Pack): Promise<{ texts: Texts; pictures: Map<string, string> }> {
  const texts: Texts = new Map()
  const pictures = new Map<string, string>()
  for await (const line of readLines(pack, 'texts.jsonl')) {
    const text = fromPlainJson(line)
    const isNamed = typeof text?.policy_id === 'string' && isPlace(text.version)
    if (!isNamed || typeof text.title !== 'string' || typeof text.content !== 'string') {
      return refuse('“texts.jsonl” is not written as the portal writes it')
    }
    const hash = hexOf(sha256(bytesOf(`${text.title}\n${text.content}`)))
    if (hash !== text.content_sha256) {
      refuse(`The text “${text.title}” was changed: it does not match its hash`)
    }
    const key = textKey(text as { policy_id: unknown; version: unknown })
    if (texts.has(key)) refuse(`There are two texts of one version of “${text.title}”`)
    texts.set(key, { title: text.title, hash })
    for (const [, path] of text.content.matchAll(NAMED)) pictures.set(path!, text.title)
  }
  return { texts, pictures }
}

/** They are what their names say: the files were held against them. */
function checkPictures({ entries }: Pack, named: Map<string, string>): void {
  for (const [path, title] of named) {
    if (!entries.has(path)) refuse(`A picture of the text “${title}” is missing`)
  }
  for (const path of entries.keys()) {
    if (path.startsWith('pictures/') && !named.has(path)) {
      refuse(`There is a picture that no text names: “${path}”`)
    }
  }
}

function checkPlace(record: SignedRecord, before: SignedRecord | null, tree: Tree): void {
  const { sequence } = record
  if (sequence < 1 || sequence > tree.size) {
    refuse(`Record ${sequence} is beyond the end of the tree, which has ${tree.size} records`)
  }
  if (sequence === 1 && record.previous_hash !== NO_HASH) {
    refuse('The first record says that there was one before it')
  }
  if (!before) return
  if (sequence <= before.sequence) refuse(`Record ${sequence} is there twice, or out of order`)
  if (sequence === before.sequence + 1 && record.previous_hash !== before.hash) {
    refuse(`Record ${sequence} does not follow the record before it`)
  }
}

function checkText(record: SignedRecord, texts: Texts): void {
  const text = texts.get(textKey(record))
  if (!text) return refuse(`The text that record ${record.sequence} speaks of is missing`)
  // The hash alone does not say where the title ends.
  if (text.hash !== record.content_sha256 || text.title !== record.policy_title) {
    refuse(`The text that record ${record.sequence} speaks of is not the one that was signed`)
  }
}

function checkProof(record: SignedRecord, line: string | void, tree: Tree): void {
  const { sequence } = record
  const proof = fromPlainJson(line ?? '')
  const path = asArray(proof?.path)
  if (proof?.sequence !== sequence) refuse(`The proof for record ${sequence} is missing`)
  const isProven =
    Array.isArray(proof.path) &&
    path.every(isHash) &&
    isInTree(hashFromHex(record.hash), sequence - 1, path.map(hashFromHex), tree)
  if (!isProven) {
    refuse(
      `Record ${sequence} is not in the tree of the checkpoint: it was added, changed or moved later, or its proof is of another tree`,
    )
  }
}

/** Whether a pack says that it has everything. */
export const isUnlimited = (scope: Scope) => Object.values(scope).every((limit) => limit === null)

/** Whether a record is about what a pack is limited to. */
export function scopeTest(scope: Scope): (record: SignedRecord) => boolean {
  const people = scope.user_ids && new Set(scope.user_ids)
  const items = scope.item_ids && new Set(scope.item_ids)
  const from = scope.from === null ? -Infinity : Date.parse(scope.from)
  const to = scope.to === null ? Infinity : Date.parse(scope.to)
  return (record) => {
    const moment = Date.parse(record.acknowledged_at)
    return (
      (people?.has(record.user_id) ?? true) &&
      (items?.has(record.policy_id) ?? true) &&
      moment >= from &&
      moment < to
    )
  }
}

function checkWholeness({ manifest }: Pack, records: number, tree: Tree): void {
  if (isUnlimited(manifest.scope) && records !== tree.size) {
    refuse(`The pack says that it has all ${tree.size} records, and has ${records}`)
  }
}
