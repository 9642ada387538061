import { createHash, type Hash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

/** A file of a pack: small ones whole, large ones as they are read. */
export interface PackFile {
  path: string
  content: Buffer | AsyncIterable<string | Buffer>
}

/** What a manifest says of a file. */
export interface WrittenFile {
  path: string
  size: number
  sha256: string
}

/** All that lies before the manifest in an archive. */
export interface Before {
  bytes: number
  sha256: string
}

/**
 * Writes a pack's archive in the one way that verifiers take (docs/evidence.md, "The archive"), so that not one
 * bit of it can be another: a program that packs ZIPs writes times, attributes and extra fields that nothing covers.
 * @param last what comes behind all files, once it is known what they are
 */
export async function* packArchive(
  files: AsyncIterable<PackFile>,
  last: (files: WrittenFile[], before: Before) => Promise<{ path: string; content: Buffer }[]>,
): AsyncGenerator<Buffer> {
  const listed: Buffer[] = []
  const written: WrittenFile[] = []
  const hash = createHash('sha256')
  let at = 0
  for await (const { path, content } of files) {
    const start = at
    const counted = new Counted()
    const pieces = Buffer.isBuffer(content)
      ? packedAtOnce(content, counted)
      : packed(content, counted)
    const head = headOf(path, { isDeflated: true, crc: 0, packed: 0, size: 0 })
    let size = 0
    yield kept(head)
    for await (const piece of pieces) {
      size += piece.length
      yield kept(piece)
    }
    const facts = { isDeflated: true, crc: counted.crc, packed: size, size: counted.size }
    if (Math.max(size, counted.size) > MOST_BYTES) throw new PackTooLargeError()
    yield kept(tailOf(facts))
    listed.push(listedOf(path, { ...facts, start }))
    written.push({ path, size: counted.size, sha256: counted.sha256() })
  }
  const ends = await last(written, { bytes: at, sha256: hash.digest('hex') })
  for (const { path, content } of ends) {
    const facts = {
      isDeflated: false,
      crc: crc32(content),
      packed: content.length,
      size: content.length,
    }
    listed.push(listedOf(path, { ...facts, start: at }))
    const whole = Buffer.concat([headOf(path, facts), content])
    at += whole.length
    yield whole
  }
  const directory = Buffer.concat(listed)
  if (at + directory.length > MOST_BYTES_IN_ALL || listed.length > MOST_FILES)
    throw new PackTooLargeError()
  yield directory
  yield endOf(listed.length, directory.length, at)

  function kept(piece: Buffer): Buffer {
    hash.update(piece)
    at += piece.length
    return piece
  }
}

/** Verifiers unpack no larger file. */
const MOST_BYTES = 2 ** 30
const MOST_BYTES_IN_ALL = 3 * 2 ** 30
const MOST_FILES = 65_000

export class PackTooLargeError extends Error {
  constructor() {
    super('A file of the pack is larger than a pack can have')
  }
}

/** What is learned of a file while it is packed. */
class Counted {
  readonly #hash: Hash = createHash('sha256')
  size = 0
  crc = 0

  add(bytes: Buffer): Buffer {
    this.#hash.update(bytes)
    this.crc = crc32(bytes, this.crc)
    this.size += bytes.length
    return bytes
  }

  sha256(): string {
    return this.#hash.digest('hex')
  }
}

function packedAtOnce(content: Buffer, counted: Counted): Buffer[] {
  return [deflateRawSync(counted.add(content))]
}

/** Lines are short: they are taken together. */
const PIECE = 64 * 1024

async function* packed(
  content: AsyncIterable<string | Buffer>,
  counted: Counted,
): AsyncGenerator<Buffer> {
  const source = Readable.from(joined(content, counted), { objectMode: false })
  const deflate = createDeflateRaw({ chunkSize: PIECE })
  // What goes wrong in the one is thrown by the other.
  pipeline(source, deflate, () => undefined)
  for await (const piece of deflate) yield piece as Buffer
}

async function* joined(
  content: AsyncIterable<string | Buffer>,
  counted: Counted,
): AsyncGenerator<Buffer> {
  let held = ''
  for await (const piece of content) {
    if (typeof piece !== 'string') {
      yield counted.add(piece)
      continue
    }
    held += piece
    if (held.length < PIECE) continue
    yield counted.add(Buffer.from(held))
    held = ''
  }
  if (held !== '') yield counted.add(Buffer.from(held))
}

interface Facts {
  isDeflated: boolean
  crc: number
  packed: number
  size: number
}

/** 1 January 1980: the manifest says when a pack was made. */
const DATE = 0x21
const DEFLATED = 8
/** Behind the bytes: they are not known before. */
const SIZES_FOLLOW = 8
const VERSION = 20
/** Unix, 2.0. */
const MADE_BY = 0x0314
const MODE = (0o100644 << 16) >>> 0

function headOf(path: string, facts: Facts): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  writeCommon(head, 4, path, facts)
  return Buffer.concat([head, Buffer.from(path, 'latin1')])
}

function listedOf(path: string, { start, ...facts }: Facts & { start: number }): Buffer {
  const listed = Buffer.alloc(46)
  listed.writeUInt32LE(0x02014b50, 0)
  listed.writeUInt16LE(MADE_BY, 4)
  writeCommon(listed, 6, path, facts)
  listed.writeUInt32LE(MODE, 38)
  listed.writeUInt32LE(start, 42)
  return Buffer.concat([listed, Buffer.from(path, 'latin1')])
}

/** What both of them say, in the same order. */
function writeCommon(to: Buffer, at: number, path: string, facts: Facts): void {
  to.writeUInt16LE(VERSION, at)
  to.writeUInt16LE(facts.isDeflated ? SIZES_FOLLOW : 0, at + 2)
  to.writeUInt16LE(facts.isDeflated ? DEFLATED : 0, at + 4)
  to.writeUInt16LE(DATE, at + 8)
  to.writeUInt32LE(facts.crc, at + 10)
  to.writeUInt32LE(facts.packed, at + 14)
  to.writeUInt32LE(facts.size, at + 18)
  to.writeUInt16LE(path.length, at + 22)
}

function tailOf({ crc, packed: packedSize, size }: Facts): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(crc, 4)
  tail.writeUInt32LE(packedSize, 8)
  tail.writeUInt32LE(size, 12)
  return tail
}

function endOf(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return end
}
