import { Refusal, refuse, textFrom } from './bytes.ts'
import { Crc32 } from './crc32.ts'

/** A file that is read in pieces. */
export interface ByteSource {
  /** In bytes. */
  size: number
  /** The bytes from the first to before the last; the caller stays within the size. */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>
}

/** One file in the archive, as its directory tells. */
export interface Entry {
  path: string
  isDeflated: boolean
  crc: number
  packedSize: number
  size: number
  /** Where its own head, its bytes, and what comes behind it begin in the archive. */
  start: number
  data: number
  end: number
}

const MOST_FILES = 65_000
const LONGEST_PATH = 96
/** Of one file, unpacked. */
const MOST_BYTES = 2 ** 30
const MOST_BYTES_IN_ALL = 3 * 2 ** 30
const AT_ONCE = 256 * 1024

const END_BYTES = 22
const LISTED_BYTES = 46
const HEAD_BYTES = 30
/** Behind what is deflated: its sum and sizes, which were not known before. */
const TAIL_BYTES = 16

const END_MARK = 0x06054b50
const LISTED_MARK = 0x02014b50
const HEAD_MARK = 0x04034b50
const TAIL_MARK = 0x08074b50

const DEFLATED = 8
const SIZES_FOLLOW = 8
/** 1 January 1980: a pack says itself when it was made. */
const DATE = 0x21
/** These are stored, as all before them has a hash in the one; all else is deflated. */
const STORED = new Set(['manifest.json', 'manifest.note'])
/** Unix, 2.0; a plain file that its owner may write. */
const MADE_BY = 0x0314
const MODE = (0o100644 << 16) >>> 0

const OTHER_PROGRAM =
  'The archive is not as the portal packs it: it was changed, or packed anew by another program. Please use the file as it was downloaded'

/**
 * The files of an archive, in their order. Only what its directory lists is read; nothing lies between,
 * before, behind or across the files.
 * @throws Refusal
 */
export async function openArchive(source: ByteSource): Promise<Map<string, Entry>> {
  const listed = await readDirectory(source)
  const entries = new Map<string, Entry>()
  let [at, unpacked] = [0, 0]
  for (const one of listed.files) {
    checkPath(one.path)
    if (entries.has(one.path)) refuse(`The archive has the file “${one.path}” twice`)
    checkSize(one)
    unpacked += one.size
    if (unpacked > MOST_BYTES_IN_ALL) refuse('The files of this archive would be larger than 3 GB')
    if (one.start !== at) {
      refuse('The archive has bytes that belong to no file of it, or two files that share bytes')
    }
    const entry = await readHead(source, one, listed.at)
    entries.set(entry.path, entry)
    at = entry.end
  }
  if (at !== listed.at) refuse('The archive has bytes that belong to no file of it')
  return entries
}

type Listed = Omit<Entry, 'data' | 'end'> & { flags: number }

async function readDirectory(source: ByteSource): Promise<{ at: number; files: Listed[] }> {
  const cutOff =
    'This is not a whole pack: it is no archive, its end is missing, or something follows it'
  if (source.size < END_BYTES) refuse(cutOff)
  const end = viewOf(await source.read(source.size - END_BYTES, source.size))
  if (end.getUint32(0, true) !== END_MARK) refuse(cutOff)
  const [count, size, at] = [
    end.getUint16(10, true),
    end.getUint32(12, true),
    end.getUint32(16, true),
  ]
  if (count > MOST_FILES) refuse('The archive has more files than any pack')
  // It is read at once.
  if (size > count * (LISTED_BYTES + LONGEST_PATH)) refuse(OTHER_PROGRAM)
  const isPlain = end.getUint32(4, true) === 0 && end.getUint16(8, true) === count
  if (!isPlain || end.getUint16(20, true) !== 0 || at + size !== source.size - END_BYTES) {
    refuse(cutOff)
  }
  const bytes = await source.read(at, at + size)
  const files: Listed[] = []
  let from = 0
  for (let i = 0; i < count; i += 1) {
    const file = readListed(bytes, from)
    files.push(file)
    from += LISTED_BYTES + file.path.length
  }
  if (from !== size) refuse(OTHER_PROGRAM)
  return { at, files }
}

function readListed(bytes: Uint8Array, from: number): Listed {
  if (from + LISTED_BYTES > bytes.length) refuse(OTHER_PROGRAM)
  const view = viewOf(bytes.subarray(from))
  const length = view.getUint16(28, true)
  const name = bytes.subarray(from + LISTED_BYTES, from + LISTED_BYTES + length)
  if (view.getUint32(0, true) !== LISTED_MARK || name.length !== length) refuse(OTHER_PROGRAM)
  const path = textFrom(name)
  if (path === null || /[^\x20-\x7e]/.test(path)) {
    return refuse('The archive has a file with a name that no file of a pack has')
  }
  const [flags, method] = [view.getUint16(8, true), view.getUint16(10, true)]
  if ((flags & 0x2041) !== 0) refuse(`“${path}” is encrypted, which nothing in a pack is`)
  const file = {
    path,
    flags,
    isDeflated: method === DEFLATED,
    crc: view.getUint32(16, true),
    packedSize: view.getUint32(20, true),
    size: view.getUint32(24, true),
    start: view.getUint32(42, true),
  }
  checkSize(file)
  const isAsMade =
    view.getUint16(4, true) === MADE_BY &&
    view.getUint16(6, true) === 20 &&
    flags === (file.isDeflated ? SIZES_FOLLOW : 0) &&
    method === (STORED.has(path) ? 0 : DEFLATED) &&
    view.getUint16(12, true) === 0 &&
    view.getUint16(14, true) === DATE &&
    // No extra field, comment, further disk or further attribute.
    view.getUint32(30, true) === 0 &&
    view.getUint32(34, true) === 0 &&
    view.getUint32(38, true) === MODE
  return isAsMade ? file : refuse(`${OTHER_PROGRAM} (“${path}”)`)
}

function checkPath(path: string): void {
  const leadsOut =
    /^\/|^[a-z]:|\\/i.test(path) || path.split('/').some((part) => part === '..' || part === '.')
  if (leadsOut)
    refuse(`The archive has the file “${path}”, which would be written outside of its folder`)
  if (path === '' || path.endsWith('/') || path.includes('//')) {
    refuse(`The archive has the folder “${path}”, and a pack has files only`)
  }
}

function checkSize({ path, size, packedSize, isDeflated }: Listed | Omit<Listed, 'flags'>): void {
  if (size > MOST_BYTES || packedSize > MOST_BYTES) {
    const gigabytes = (Math.max(size, packedSize) / 2 ** 30).toFixed(1)
    refuse(`“${path}” says that it is ${gigabytes} GB or more, larger than any file of a pack`)
  }
  if (!isDeflated && size !== packedSize) refuse(`“${path}” does not have the size that it says`)
}

/** What stands before a file's bytes and behind them says the same as the directory. */
async function readHead(source: ByteSource, listed: Listed, limit: number): Promise<Entry> {
  const { flags, ...file } = listed
  const data = file.start + HEAD_BYTES + file.path.length
  const end = data + file.packedSize + (file.isDeflated ? TAIL_BYTES : 0)
  if (end > limit) refuse(`“${file.path}” reaches beyond the end of the files`)
  const bytes = await source.read(file.start, data)
  const view = viewOf(bytes)
  const [crc, packed, size] = file.isDeflated ? [0, 0, 0] : [file.crc, file.packedSize, file.size]
  const isSame =
    view.getUint32(0, true) === HEAD_MARK &&
    view.getUint16(4, true) === 20 &&
    view.getUint16(6, true) === flags &&
    view.getUint16(8, true) === (file.isDeflated ? DEFLATED : 0) &&
    view.getUint32(10, true) === DATE * 2 ** 16 &&
    view.getUint32(14, true) === crc &&
    view.getUint32(18, true) === packed &&
    view.getUint32(22, true) === size &&
    view.getUint32(26, true) === file.path.length &&
    textFrom(bytes.subarray(HEAD_BYTES)) === file.path
  if (!isSame) refuse(`The archive says two things of “${file.path}”`)
  if (file.isDeflated) {
    const tail = viewOf(await source.read(end - TAIL_BYTES, end))
    const told = [0, 4, 8, 12].map((at) => tail.getUint32(at, true))
    const known = [TAIL_MARK, file.crc, file.packedSize, file.size]
    if (told.join() !== known.join()) refuse(`The archive says two things of “${file.path}”`)
  }
  return { ...file, data, end }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/**
 * The bytes of a file, unpacked, in pieces; never more than it announced.
 * @throws Refusal
 */
export async function* readEntry(source: ByteSource, entry: Entry): AsyncGenerator<Uint8Array> {
  const damaged = `“${entry.path}” is damaged: its bytes are not those that were packed`
  const crc = new Crc32()
  let size = 0
  const reader = piecesOf(source, entry).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => refuse(damaged))
      if (done) break
      size += value.length
      if (size > entry.size) refuse(`“${entry.path}” is larger than the archive says`)
      crc.add(value)
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
  if (size !== entry.size || crc.end() !== entry.crc) refuse(damaged)
}

/**
 * Whether something stands behind the end of a file's deflated bytes, over which some machines read: then the file is
 * whole without its last byte, too.
 */
export async function endsEarly(source: ByteSource, entry: Entry): Promise<boolean> {
  if (!entry.isDeflated) return false
  const shorter = { ...entry, packedSize: entry.packedSize - 1 }
  try {
    for await (const _ of readEntry(source, shorter));
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

function piecesOf(source: ByteSource, { data, packedSize, isDeflated }: Entry) {
  let at = data
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const to = Math.min(at + AT_ONCE, data + packedSize)
      if (to > at) controller.enqueue(await source.read(at, to))
      at = to
      if (at === data + packedSize) controller.close()
    },
  })
  return isDeflated
    ? (packed.pipeThrough(new DecompressionStream('deflate-raw')) as ReadableStream<Uint8Array>)
    : packed
}
