import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { callbackify } from 'node:util'
import { crc32, createGzip, createInflateRaw } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/** Writes a gzip'd tar, an entry after the other. */
export class ArchiveWriter {
  readonly #pack = pack()
  readonly #written: Promise<void>

  /** Writes to an open file, which the caller closes. */
  constructor(file: FileHandle) {
    let isFirst = true
    // A handle's own stream closes it, or never ends.
    const target = new Writable({
      writev: callbackify((waiting: { chunk: Buffer }[]) => {
        const bytes = Buffer.concat(waiting.map(({ chunk }) => chunk))
        // Gzip's checksum is of the content alone: what stands before it has to be known to be compared.
        if (isFirst) KNOWN_HEADER.copy(bytes)
        isFirst = false
        return file.appendFile(bytes)
      }),
    })
    this.#written = pipeline(this.#pack, createGzip(), target)
    // Reported by add() or end().
    this.#written.catch(() => undefined)
  }

  /** Resolves when the entry is on its way to the file: there are never two in memory. */
  async add(name: string, content: Buffer, modified: Date): Promise<void> {
    const header = { name, size: content.length, mtime: modified, mode: 0o600 }
    try {
      await new Promise<void>((resolve, reject) => {
        const entry = this.#pack.entry(header, (error) => (error ? reject(error) : resolve()))
        entry.on('error', reject)
        entry.end(content)
      })
    } catch (error) {
      // What comes after a failed write fails for its own reasons; the disk's is the one to tell.
      await this.#written
      throw error
    }
  }

  /** The same for what doesn't fit in memory. @throws where there are not as many bytes as announced */
  async addStream(
    name: string,
    { size, modified, content }: { size: number; modified: Date; content: AsyncIterable<Buffer> },
  ): Promise<void> {
    try {
      const entry = this.#pack.entry({ name, size, mtime: modified, mode: 0o600 })
      await pipeline(content, entry)
    } catch (error) {
      await this.#written
      throw error
    }
  }

  async end(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }

  /** Gives up, without an error. */
  async abort(): Promise<void> {
    this.#pack.destroy()
    await this.#written.catch(() => undefined)
  }
}

export interface ArchiveEntry {
  name: string
  content: AsyncIterable<Buffer>
}

/** What gzip puts before and behind what it compressed: a header, and a checksum with a length. */
const HEADER_BYTES = 10
const TRAILER_BYTES = 8

/** The entries in their order; each must be read to its end before the next. @throws where bytes are damaged or missing */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry, void, undefined> {
  const { size } = await stat(file)
  const unpack = extract()
  const inflate = createInflateRaw()
  const sum = { crc: 0, length: 0 }
  // Node's gunzip drops what it has last read when the checksum is wrong: the very list of checksums
  // that says which table it is. So that is compared here, when everything has been read.
  const read = pipeline(
    // Without the trailer: bytes after the end of the compressed data are never taken, and depending on
    // when they come the pipeline took that for an aborted reading.
    createReadStream(file, {
      start: HEADER_BYTES,
      end: Math.max(HEADER_BYTES, size - TRAILER_BYTES - 1),
    }),
    inflate,
    async function* (content: AsyncIterable<Buffer>) {
      for await (const bytes of content) {
        sum.crc = crc32(bytes, sum.crc)
        sum.length += bytes.length
        yield bytes
      }
    },
    unpack,
  )
  // Reported below, or by the loop.
  read.catch(() => undefined)
  try {
    for await (const entry of unpack)
      yield { name: entry.header.name, content: entry as AsyncIterable<Buffer> }
    await read
    await checkFrame(file, inflate.bytesWritten, sum)
  } finally {
    unpack.destroy()
  }
}

/** The header and the trailer, as our own gzip writes them. */
async function checkFrame(
  file: string,
  compressedBytes: number,
  sum: { crc: number; length: number },
): Promise<void> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const header = await readAt(handle, 0, HEADER_BYTES)
    const trailer = await readAt(handle, HEADER_BYTES + compressedBytes, TRAILER_BYTES)
    if (
      !isOurHeader(header) ||
      trailer.length < TRAILER_BYTES ||
      size !== HEADER_BYTES + compressedBytes + TRAILER_BYTES ||
      trailer.readUInt32LE(0) !== sum.crc ||
      trailer.readUInt32LE(4) !== sum.length % 2 ** 32
    ) {
      throw Object.assign(new Error('incorrect data check'), { code: 'Z_DATA_ERROR' })
    }
  } finally {
    await handle.close()
  }
}

/** Its sign, deflate, no flags, no time, no level, an unknown system. */
const KNOWN_HEADER = Buffer.from('1f8b08000000000000ff', 'hex')
/** Linux, Windows and macOS, as backups up to 0.13.5 have them. */
const FORMER_SYSTEMS = new Set([3, 10, 19])

function isOurHeader(header: Buffer): boolean {
  const system = header[HEADER_BYTES - 1] ?? 0
  const isSame = header.subarray(0, HEADER_BYTES - 1).equals(KNOWN_HEADER.subarray(0, -1))
  return isSame && (system === 0xff || FORMER_SYSTEMS.has(system))
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
