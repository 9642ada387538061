import { isSignedBy } from '../src/features/evidence/signed-note.ts'
import { hexOf, refuse, textFrom } from './bytes.ts'
import { FORMAT, type Manifest, MANIFEST, MANIFEST_NOTE, readManifest } from './manifest.ts'
import { noteFrom } from './notes.ts'
import { Sha256 } from './sha256.ts'
import { type ByteSource, endsEarly, type Entry, openArchive, readEntry } from './zip.ts'

/** A pack whose files are those of its manifest. */
export interface Pack {
  source: ByteSource
  entries: Map<string, Entry>
  manifest: Manifest
}

const AT_ONCE = 1024 * 1024
/** The manifest, a note: of what is read as a whole. */
const MOST_AT_ONCE = 64 * 1024 * 1024
const LONGEST_LINE = 64 * 1024 * 1024

/**
 * Opens a pack and holds every file against the manifest, and the manifest against its signature.
 * @throws Refusal
 */
export async function openPack(source: ByteSource): Promise<Pack> {
  const entries = await openArchive(source)
  const bare = { source, entries }
  for (const path of [MANIFEST, MANIFEST_NOTE]) {
    if (!entries.has(path)) refuse(`This is not a pack, or not all of one: it has no “${path}”`)
  }
  const bytes = await readWhole(bare, MANIFEST)
  const manifest = await readManifest(textFrom(bytes) ?? refuse('The manifest is not text'))
  await checkSignature(bare, manifest, new Sha256().add(bytes).end())
  await checkFiles(bare, manifest)
  await checkArchive(bare, manifest)
  return { ...bare, manifest }
}

type Bare = Omit<Pack, 'manifest'>

async function checkSignature(pack: Bare, manifest: Manifest, hash: Uint8Array): Promise<void> {
  const note = noteFrom(textFrom(await readWhole(pack, MANIFEST_NOTE)) ?? '')
  if (!note || note.signatures.length !== 1) refuse('The signature of the manifest cannot be read')
  if (note.text !== `${FORMAT}\n${manifest.origin}\n${hexOf(hash)}\n`) {
    refuse('The manifest was changed after it had been signed')
  }
  if (!(await isSignedBy(note, manifest.keys.at(-1)!))) {
    refuse('The manifest is not signed by the key that it names: somebody else made or changed it')
  }
}

async function checkFiles(pack: Bare, { files }: Manifest): Promise<void> {
  const named = new Set([MANIFEST, MANIFEST_NOTE, ...files.map(({ path }) => path)])
  for (const path of pack.entries.keys()) {
    if (!named.has(path)) refuse(`“${path}” was added to the pack: the manifest does not name it`)
  }
  for (const { path, size, sha256 } of files) {
    const entry = pack.entries.get(path)
    if (!entry) return refuse(`“${path}” is missing: the manifest names it`)
    const hash = new Sha256()
    for await (const piece of readEntry(pack.source, entry)) hash.add(piece)
    if (entry.size !== size || hexOf(hash.end()) !== sha256) {
      refuse(`“${path}” was changed: it is not the file that the manifest names`)
    }
    if (await endsEarly(pack.source, entry)) {
      refuse(`Behind the end of “${path}” there are other bytes, which most programs do not show`)
    }
  }
}

/** Not one bit may be another, be it one that no file is made of. */
async function checkArchive({ source, entries }: Bare, { archive }: Manifest): Promise<void> {
  const order = [...entries.keys()]
  const wrong = 'The archive is not the one that the manifest was made for'
  if (order.at(-2) !== MANIFEST || order.at(-1) !== MANIFEST_NOTE) refuse(wrong)
  const { start } = entries.get(MANIFEST)!
  if (archive.bytes !== start) refuse(wrong)
  const hash = new Sha256()
  for (let at = 0; at < start; at += AT_ONCE) {
    hash.add(await source.read(at, Math.min(at + AT_ONCE, start)))
  }
  if (hexOf(hash.end()) !== archive.sha256) refuse(wrong)
}

/** @throws Refusal */
export async function readWhole(pack: Bare, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const entry = pack.entries.get(path) ?? refuse(`“${path}” is missing`)
  if (entry.size > MOST_AT_ONCE) refuse(`“${path}” is larger than it is in any pack`)
  const bytes = new Uint8Array(entry.size)
  let at = 0
  for await (const piece of readEntry(pack.source, entry)) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/**
 * The lines of a file, each ended by a line feed.
 * @throws Refusal
 */
export async function* readLines(pack: Bare, path: string): AsyncGenerator<string> {
  const entry = pack.entries.get(path) ?? refuse(`“${path}” is missing`)
  const wrong = `“${path}” is not written as the portal writes it`
  let held: Uint8Array[] = []
  let length = 0
  for await (const piece of readEntry(pack.source, entry)) {
    let from = 0
    for (;;) {
      const end = piece.indexOf(10, from)
      const part = piece.subarray(from, end < 0 ? undefined : end)
      length += part.length
      if (length > LONGEST_LINE) refuse(wrong)
      if (end < 0) {
        held.push(part.slice())
        break
      }
      const line = held.length === 0 ? part : joined([...held, part], length)
      yield textFrom(line) ?? refuse(wrong)
      held = []
      length = 0
      from = end + 1
    }
  }
  if (length > 0) refuse(wrong)
}

function joined(parts: Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
