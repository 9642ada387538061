import { createHash } from 'node:crypto'
import { z } from 'zod'

/**
 * A backup is a gzip'd tar of `tables/<table>/<part>`, in the order in which the tables can be
 * loaded, and at its end `manifest.json`: what is complete has one. A part is COPY's text format;
 * tar wants sizes before contents, so a table is as many parts as it needs.
 *
 * Uploaded files are to become entries `files/<id>` with a list `files` here and format 2: programs
 * of format 1 refuse that, and a program of format 2 reads both.
 */
export const FORMAT = 1
export const MANIFEST = 'manifest.json'

const ManifestTable = z.object({
  name: z.string().min(1),
  columns: z.array(z.string().min(1)),
  rows: z.number().int().nonnegative(),
  /** Of the parts together, before compression. */
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const ManifestSequence = z.object({ name: z.string().min(1), value: z.string().regex(/^-?\d+$/) })

/** What a backup says of itself. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of the program that made it. */
  program: z.string(),
  made_at: z.iso.datetime(),
  /** The steps that the schema has taken, in their order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(ManifestTable).min(1),
  sequences: z.array(ManifestSequence),
})
export type Manifest = z.infer<typeof Manifest>
export type ManifestTable = z.infer<typeof ManifestTable>

/** Why a backup or a restore was not done; its message is one line for the operator. */
export class BackupError extends Error {}

/** Hears how far a backup or a restore is, which waits for it. */
export type OnProgress = (progress: { table: string; rows: number }) => unknown

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
