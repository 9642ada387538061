import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { callbackify } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/** Writes a gzip'd tar, an entry after the other. */
export class ArchiveWriter {
  readonly #pack = pack()
  readonly #written: Promise<void>

  /** Writes to an open file, which the caller closes. */
  constructor(file: FileHandle) {
    // A handle's own stream closes it, or never ends.
    const target = new Writable({
      writev: callbackify((waiting: { chunk: Buffer }[]) =>
        file.appendFile(Buffer.concat(waiting.map(({ chunk }) => chunk))),
      ),
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

/** The entries in their order; each must be read to its end before the next. @throws where bytes are damaged or missing */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry, void, undefined> {
  const unpack = extract()
  const read = pipeline(createReadStream(file), createGunzip(), unpack)
  // Reported below, or by the loop.
  read.catch(() => undefined)
  try {
    for await (const entry of unpack)
      yield { name: entry.header.name, content: entry as AsyncIterable<Buffer> }
    await read
  } finally {
    unpack.destroy()
  }
}
