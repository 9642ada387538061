import { createHash } from 'node:crypto'
import {
  BackupError,
  fileOfEntry,
  Fingerprint,
  FORMAT,
  Manifest,
  MANIFEST,
  tableOfPart,
} from './backup-manifest.ts'
import { readArchive } from './backup-archive.ts'

/** A manifest has a few hundred bytes for each table. */
const MOST_MANIFEST_BYTES = 16 * 1024 * 1024

/**
 * Reads a backup from its beginning to its end.
 * @returns what it says of itself, which is true then
 * @throws BackupError naming the part that is damaged or missing
 */
export async function verifyBackup(file: string): Promise<Manifest> {
  const reading = new Reading(file)
  try {
    for await (const { name, content } of readArchive(file)) await reading.take(name, content)
  } catch (error) {
    throw reading.explain(error)
  }
  return reading.end()
}

type Measured = ReturnType<Fingerprint['end']>

/** What has been read of a file so far. */
class Reading {
  readonly #file: string
  readonly #measured = new Map<string, Measured>()
  readonly #files = new Map<string, Pick<Measured, 'bytes' | 'sha256'>>()
  #table: { name: string; fingerprint: Fingerprint } | null = null
  #manifest: unknown
  #stranger: string | null = null
  /** For people. */
  #place = 'its beginning'

  constructor(file: string) {
    this.#file = file
  }

  async take(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    const file = fileOfEntry(name)
    if (file !== null && this.#manifest === undefined) return this.#takeFile(file, content)
    const table = tableOfPart(name)
    if (this.#manifest === undefined && name === MANIFEST) {
      this.#place = 'the manifest'
      this.#endTable()
      this.#manifest = await readJson(content)
      return
    }
    this.#place = table === null ? JSON.stringify(name) : `the table ${table}`
    // Judged at the end: it may be of a format to come.
    if (table === null || this.#manifest !== undefined) this.#stranger ??= name
    const { fingerprint } = this.#beginTable(table ?? name)
    for await (const bytes of content) fingerprint.add(bytes)
  }

  async #takeFile(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    this.#place = `the file ${name}`
    this.#endTable()
    if (this.#files.has(name)) this.#stranger ??= name
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
    }
    this.#files.set(name, { bytes, sha256: hash.digest('hex') })
  }

  #beginTable(name: string): { fingerprint: Fingerprint } {
    if (this.#table?.name === name) return this.#table
    this.#endTable()
    if (this.#measured.has(name)) this.#stranger ??= name
    this.#table = { name, fingerprint: new Fingerprint() }
    return this.#table
  }

  #endTable(): void {
    if (this.#table) this.#measured.set(this.#table.name, this.#table.fingerprint.end())
    this.#table = null
  }

  /** The whole file has been read without a complaint. */
  end(): Manifest {
    if (this.#manifest === undefined) {
      throw this.#damaged(`it ends in ${this.#place}, without a manifest`)
    }
    const { format } = Object(this.#manifest) as { format?: unknown }
    if (typeof format === 'number' && format > FORMAT) {
      throw new BackupError(
        `${this.#file} was made by a newer Front Desk (its format is ${format}); please update this one`,
      )
    }
    if (this.#stranger !== null) {
      throw this.#damaged(`${JSON.stringify(this.#stranger)} does not belong there`)
    }
    const parsed = Manifest.safeParse(this.#manifest)
    if (!parsed.success) throw this.#damaged(`its manifest is not valid`)
    const wrong = this.#firstMisfit(parsed.data) ?? this.#firstWrongFile(parsed.data)
    if (wrong) throw this.#damaged(wrong)
    return parsed.data
  }

  #firstMisfit({ tables }: Manifest): string | null {
    const nothing = new Fingerprint().end()
    for (const { name, rows, bytes, sha256 } of tables) {
      const found = this.#measured.get(name) ?? nothing
      if (found.bytes === 0 && bytes > 0) return `the table ${name} is missing`
      if (found.bytes !== bytes) {
        return `the table ${name} has ${found.bytes} bytes and should have ${bytes}`
      }
      if (found.sha256 !== sha256) return `the table ${name} does not match its checksum`
      if (found.rows !== rows) return `the table ${name} has ${found.rows} rows, not ${rows}`
    }
    const known = new Set(tables.map(({ name }) => name))
    const stranger = [...this.#measured.keys()].find((name) => !known.has(name))
    return stranger === undefined ? null : `its manifest does not have the table ${stranger}`
  }

  #firstWrongFile({ files }: Manifest): string | null {
    for (const { name, bytes, sha256 } of files) {
      const found = this.#files.get(name)
      if (!found) return `the file ${name} is missing`
      if (found.bytes !== bytes) {
        return `the file ${name} has ${found.bytes} bytes and should have ${bytes}`
      }
      if (found.sha256 !== sha256) return `the file ${name} does not match its checksum`
    }
    const known = new Set(files.map(({ name }) => name))
    const stranger = [...this.#files.keys()].find((name) => !known.has(name))
    return stranger === undefined ? null : `its manifest does not have the file ${stranger}`
  }

  /** What a failure while reading means. */
  explain(error: unknown): Error {
    if (error instanceof BackupError) return error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!DAMAGE.has(code) && /^E[A-Z]+$/.test(code)) return error as Error
    // Bytes may be wrong without breaking the archive; then the checksums say where.
    if (this.#manifest !== undefined) {
      try {
        this.end()
      } catch (precise) {
        return precise as Error
      }
    }
    if (this.#measured.size === 0 && this.#table === null) {
      return new BackupError(`${this.#file} is not a backup, or its beginning is damaged`)
    }
    const ended = code === 'Z_BUF_ERROR' || /end of data/.test(String(error))
    return this.#damaged(
      `it ${ended ? 'ends in' : "can't be read from"} ${this.#place}${ended ? '' : ' on'}`,
    )
  }

  #damaged(what: string): BackupError {
    return new BackupError(`${this.#file} is damaged: ${what}. Nothing was restored`)
  }
}

const DAMAGE = new Set(['Z_BUF_ERROR', 'Z_DATA_ERROR'])

async function readJson(content: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > MOST_MANIFEST_BYTES) throw new Error('The manifest is too long')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
