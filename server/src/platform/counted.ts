import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** Lets everything through to be kept, and knows its length and hash at the end. */
export class Counted extends Transform {
  /** Not called size: a library that sees one believes it. */
  bytes = 0
  readonly #hash = createHash('sha256')
  readonly #observe: ((chunk: Buffer) => void) | undefined

  /** @param observe is shown all of it */
  constructor(observe?: (chunk: Buffer) => void) {
    super()
    this.#observe = observe
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: null, chunk: Buffer) => void,
  ): void {
    this.bytes += chunk.length
    this.#hash.update(chunk)
    this.#observe?.(chunk)
    done(null, chunk)
  }

  /** Hexadecimal; to be asked once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}
