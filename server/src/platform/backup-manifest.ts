import { createHash } from 'node:crypto'
import { z } from 'zod'

/**
 * A backup is a gzip'd tar of `tables/<table>/<part>`, in the order in which the tables can be
 * loaded, then of `files/<kind>/<key>`, and at its end `manifest.json`: what is complete has one. A
 * part is COPY's text format; tar wants sizes before contents, so a table is as many parts as it
 * needs. A file is never changed once it is written, so its size is known.
 *
 * Format 1 had no files; this program reads both.
 */
export const FORMAT = 2
export const MANIFEST = 'manifest.json'

const ManifestTable = z.object({
  name: z.string().min(1),
  columns: z.array(z.string().min(1)),
  rows: z.number().int().nonnegative(),
  /** Of the parts together, before compression. */
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** Names that this program gives, and no other: a backup never says where a file of its goes. */
const FILE_NAME = /^[a-z][a-z-]{0,40}\/[0-9a-f]{32}$/

const ManifestFile = z.object({
  /** Its kind and its key, such as `logos/0f…`. */
  name: z.string().regex(FILE_NAME),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const ManifestSequence = z.object({ name: z.string().min(1), value: z.string().regex(/^-?\d+$/) })

/** What a backup says of itself. */
export const Manifest = z.object({
  format: z.number().int().min(1).max(FORMAT),
  /** The version of the program that made it. */
  program: z.string(),
  made_at: z.iso.datetime(),
  /** The steps that the schema has taken, in their order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(ManifestTable).min(1),
  sequences: z.array(ManifestSequence),
  files: z.array(ManifestFile).default([]),
})
export type Manifest = z.infer<typeof Manifest>
export type ManifestTable = z.infer<typeof ManifestTable>
export type ManifestFile = z.infer<typeof ManifestFile>

/** Why a backup or a restore was not done; its message is one line for the operator. */
export class BackupError extends Error {}

/** Whether a file below `DATA_DIR/files` is one that this program named. */
export const isFileName = (name: string) => FILE_NAME.test(name)

/** The file that an entry is; null for other entries. */
export const fileOfEntry = (entry: string) => /^files\/(.+)$/.exec(entry)?.[1] ?? null

/** Hears how far a backup or a restore is, which waits for it. */
export type OnProgress = (progress: Progress) => unknown

/** How far it is: with a table, or, where there are `files`, with so many of them. */
export type Progress = { table: string; rows: number; files?: number }

/** The same for people. */
export const wordsOfProgress = ({ table, rows, files }: Progress) =>
  files === undefined ? `${table}: ${rows} rows` : `${rows} of ${files} files`

/** The name of a table's part, counted from 1. */
export function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}`
}

/** The table that an entry is a part of; null for other entries. */
export function tableOfPart(entry: string): string | null {
  return /^tables\/(.+)\/\d+$/.exec(entry)?.[1] ?? null
}

const NEWLINE = 0x0a

/** Measures a table's bytes as they pass. */
export class Fingerprint {
  readonly #hash = createHash('sha256')
  #rows = 0
  #bytes = 0

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes)
    this.#bytes += bytes.length
    // COPY ends each row with a newline and writes those within values as `\n`.
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) {
      this.#rows += 1
    }
  }

  get rows(): number {
    return this.#rows
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The result; nothing can be added after it. */
  end(): { rows: number; bytes: number; sha256: string } {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}
