import { type VerifierKey, writeVerifierKey } from '../src/features/evidence/signed-note.ts'
import { isHash, refuse } from './bytes.ts'
import { asArray, fromPlainJson, isCount, isRecord, isTime } from './json.ts'
import { keyFrom } from './notes.ts'

export const FORMAT = 'frontdesk-pack-1'
export const MANIFEST = 'manifest.json'
export const MANIFEST_NOTE = 'manifest.note'

/** The lists of a pack: one JSON object a line, and how many the manifest counts. */
export const LISTS = [
  'records',
  'texts',
  'attempts',
  'certificates',
  'obligations',
  'audit',
] as const
export type List = (typeof LISTS)[number]

const FILES = new Set([
  'README.txt',
  'evidence.pdf',
  'proofs.jsonl',
  'consistency.jsonl',
  'verify.html',
  'verify.mjs',
  ...LISTS.map((list) => `${list}.jsonl`),
])
/** Six digits, and more only where the number has more: each file has one name. */
const COPY = /^checkpoints\/(\d{6}|[1-9]\d{6,})(\.(note|cosignatures|tsr)|-[2-9]\.tsr)$/
/** Named by what it is: no other bytes can be under its name. */
const PICTURE = /^pictures\/([\da-f]{64})-[1-9]\d{0,4}x[1-9]\d{0,4}\.webp$/
const ORIGIN = /^front-desk\.[\da-f]{16}$/

export interface ListedFile {
  path: string
  size: number
  sha256: string
}

/** What a pack is limited to; null is no limit. */
export interface Scope {
  user_ids: string[] | null
  item_ids: string[] | null
  from: string | null
  to: string | null
}

export interface Manifest {
  id: string
  made_at: string
  origin: string
  /** From the first to the newest, which has signed the manifest. */
  keys: VerifierKey[]
  brokerage: string | null
  as_of: string
  scope: Scope
  /** The number of the newest checkpoint in the pack. */
  checkpoint: number
  counts: Record<List, number>
  /** All of the archive that lies before the manifest. */
  archive: { bytes: number; sha256: string }
  files: ListedFile[]
}

const WRONG = 'The manifest is not written as the portal writes it'

/** @throws Refusal */
export async function readManifest(text: string): Promise<Manifest> {
  const value = fromPlainJson(text)
  if (!value) return refuse(WRONG)
  if (value.format !== FORMAT) {
    return refuse('This pack is of a newer kind than this verifier, or it is none')
  }
  const vkeys = asArray(value.keys)
  const keys = await Promise.all(
    vkeys.map(async (key) => (typeof key === 'string' ? keyFrom(key) : null)),
  )
  const { checkpoint, counts, archive } = value
  const isSound =
    typeof value.id === 'string' &&
    typeof value.origin === 'string' &&
    ORIGIN.test(value.origin) &&
    isTime(value.made_at) &&
    isTime(value.as_of) &&
    (value.brokerage === null || typeof value.brokerage === 'string') &&
    keys.length > 0 &&
    keys.every((key, index) => key?.name === value.origin && vkeyOf(key) === vkeys[index]) &&
    // One that was replaced does not come back.
    new Set(vkeys).size === vkeys.length &&
    isCount(checkpoint) &&
    isRecord(counts) &&
    LISTS.every((list) => isCount(counts[list])) &&
    isRecord(archive) &&
    isCount(archive.bytes) &&
    isHash(archive.sha256)
  if (!isSound) return refuse(WRONG)
  return { ...value, scope: scopeOf(value.scope), files: filesOf(value.files), keys } as Manifest
}

function scopeOf(value: unknown): Scope {
  if (!isRecord(value)) return refuse(WRONG)
  const isIds = (ids: unknown): ids is string[] | null =>
    ids === null || (Array.isArray(ids) && ids.every((id) => typeof id === 'string'))
  const isLimit = (time: unknown): time is string | null => time === null || isTime(time)
  const { user_ids: users, item_ids: items, from, to } = value
  return isIds(users) && isIds(items) && isLimit(from) && isLimit(to)
    ? { user_ids: users, item_ids: items, from, to }
    : refuse(WRONG)
}

function filesOf(value: unknown): ListedFile[] {
  let before = ''
  const files = asArray(value)
  for (const file of files) {
    if (!isRecord(file) || typeof file.path !== 'string') return refuse(WRONG)
    if (!isCount(file.size) || !isHash(file.sha256)) return refuse(WRONG)
    if (file.path <= before) return refuse('The manifest names a file twice, or out of order')
    const hash = PICTURE.exec(file.path)?.[1]
    if (hash !== undefined && hash !== file.sha256) {
      refuse(`“${file.path}” is not the picture of which its name is the hash`)
    }
    if (!FILES.has(file.path) && !COPY.test(file.path) && hash === undefined) {
      return refuse(`The manifest names “${file.path}”, which is no file of a pack`)
    }
    before = file.path
  }
  const named = new Set(files.map((file) => (file as ListedFile).path))
  for (const path of FILES) if (!named.has(path)) refuse(`The pack has no “${path}”`)
  return files as ListedFile[]
}

export const vkeyOf = (key: VerifierKey | null | undefined): string | null =>
  key ? writeVerifierKey(key) : null
