import type { Readable } from 'node:stream'

/** What is known of a file once all of it is kept. */
export interface StoredFile {
  /** Under which nobody else ever stores anything. */
  key: string
  /** In bytes. */
  size: number
  /** SHA-256 of its content, in hexadecimal. */
  sha256: string
}

/** Part of a file: from `start` to `end`, both included, in bytes. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Files of one kind, on the disk or on S3. What goes wrong with the storage itself is an AppError:
 * 503 `storage_unavailable`, or 507 `storage_full`.
 */
export interface FileStore {
  readonly kind: string
  /** Streams what comes to a local file that nobody refers to yet, and returns its path. */
  receive(source: Readable): Promise<string>
  /** Removes a received file. */
  discard(path: string): Promise<void>
  /** Keeps a file for good: whole and durable, or not at all. @param observe is shown all of it */
  write(source: Buffer | Readable, observe?: (chunk: Buffer) => void): Promise<StoredFile>
  /** The same under a key that another storage gave; a file that is there already is replaced. */
  writeAs(key: string, source: Readable): Promise<StoredFile>
  /** All of a small file; null where there is no such file. */
  read(key: string): Promise<Buffer | null>
  /** Streams a file or a part of it; null where there is no such file. */
  open(key: string, range?: ByteRange): Promise<Readable | null>
  /** In bytes; null where there is no such file. */
  size(key: string): Promise<number | null>
  /** Lends a path that can be read until `use` is done; null where there is no such file. */
  lend<T>(key: string, use: (path: string) => Promise<T>): Promise<T | null>
  remove(keys: readonly string[]): Promise<void>
  /** The keys of all files, in no order. */
  list(): AsyncIterable<string>
  /**
   * Removes what has been there for longer than `olderThanMs` and is not among the keys that
   * `findKnown` returns: it was left by a crash. Returns how many those were.
   */
  removeOrphans(
    findKnown: (keys: string[]) => Promise<string[]>,
    olderThanMs?: number,
  ): Promise<number>
  /** @throws AppError where no file could be kept right now */
  check(): Promise<void>
}
