import multipart, { type MultipartFile } from '@fastify/multipart'
import type { Output, Schema } from '@frontdesk/contract/endpoint'
import { visible } from '@frontdesk/contract/fields'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import { Ends, type FileType, sniffType } from '../platform/file-type.ts'
import type { FileStore, StoredFile } from '../platform/file-store.ts'
import { checkInput } from './check-input.ts'
import { codeOf } from '../db/error-code.ts'
import { AppError, unprocessable } from './errors.ts'
import { createMount, type Mount } from './mount.ts'
import { letUploadsTakeTheirTime } from './stalled-requests.ts'

/** What came: the file, which is kept already, and the texts beside it. */
export interface Upload<Fields> {
  file: StoredFile & FileType & { name: string }
  fields: Fields
}

export interface UploadRules<S extends Schema> {
  /** The name of the part that is the file. */
  field: string
  maxBytes: number
  fields: S
  /** What is said where there is no file. */
  missing: string
}

/** Reads `multipart/form-data` in a scope of its own: nothing else takes it. */
export async function takeUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart)
  letUploadsTakeTheirTime(scope)
}

/** Mounts endpoints in a scope that takes uploads. */
export async function createUploadMount(
  api: FastifyInstance,
  db: Db,
  csrfKey: Buffer,
): Promise<Mount> {
  let mount: Mount | undefined
  await api.register(async (scope) => {
    await takeUploads(scope)
    mount = createMount(scope, db, csrfKey)
  })
  return mount!
}

/** Boundaries and the texts, beside the file itself. */
const MULTIPART_BYTES = 256 * 1024
/** Of a file's name: what file systems take. */
const NAME_CHARACTERS = 255

/**
 * Streams the one file of an upload to where it is kept, and gives `save` what refers to it, in a
 * transaction. Where anything fails nothing is left, nor where whoever sent it has gone by then. A
 * commit whose answer got lost leaves its file to the sweep: only the database knows.
 * @throws AppError 400 for what is no form, 413 over the limit, 415 for what is no upload, 422, 503, 507
 */
export async function keepUpload<S extends Schema, T>(
  { db, request, files }: { db: Db; request: FastifyRequest; files: FileStore },
  rules: UploadRules<S>,
  save: (tx: Db, upload: Upload<Output<S>>) => Promise<T>,
): Promise<T> {
  const upload = await receiveOrNothing(request, files, rules)
  try {
    return await inTransaction(db, async (tx) => {
      const saved = await save(tx, upload)
      refuseCancelled(request)
      return saved
    })
  } catch (error) {
    if (error instanceof AppError) await files.remove([upload.file.key])
    throw error
  }
}

async function receiveOrNothing<S extends Schema>(
  request: FastifyRequest,
  files: FileStore,
  rules: UploadRules<S>,
): Promise<Upload<Output<S>>> {
  const kept: string[] = []
  try {
    return await readForm(rules.field, async () => receive(request, files, rules, kept))
  } catch (error) {
    await files.remove(kept)
    throw error
  }
}

/**
 * What reads a form, with the refusals of its parser in our words: that throws plain errors, where all
 * others have a code or a name of their own.
 * @throws AppError 400, 422 `too_many_files`, and what `read` throws
 */
export async function readForm<T>(field: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const code = codeOf(error)
    if (code === 'FST_FILES_LIMIT') {
      const sentence = 'Please send one file at a time'
      throw unprocessable('too_many_files', sentence, { [field]: sentence })
    }
    const fromParser = error instanceof Error && error.name === 'Error' && code === ''
    throw fromParser ? new AppError(400, 'malformed', 'This upload could not be read') : error
  }
}

/** Whoever cancels when all of it has gone out wants it no more, and would never learn of it. */
function refuseCancelled({ raw }: FastifyRequest): void {
  // A browser that cancels ends its connection; Node then ends this side of it.
  if (!raw.socket.writable) throw new AppError(400, 'cancelled', 'The upload was cancelled')
}

async function receive<S extends Schema>(
  request: FastifyRequest,
  files: FileStore,
  rules: UploadRules<S>,
  kept: string[],
): Promise<Upload<Output<S>>> {
  const { field, maxBytes } = rules
  if (!request.isMultipart()) {
    const sentence = 'Please send this as multipart/form-data'
    throw new AppError(415, 'unsupported_media_type', sentence)
  }
  if (Number(request.headers['content-length']) > maxBytes + MULTIPART_BYTES) {
    throw tooLarge(field, maxBytes)
  }
  let file: Upload<unknown>['file'] | undefined
  const texts: Record<string, string> = {}
  const parts = request.parts({
    limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 100_000, parts: 21 },
  })
  for await (const part of parts) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') texts[part.fieldname] = part.value
    } else if (part.fieldname === field && part.filename) {
      file = await keepFile(part, files, rules)
      kept.push(file.key)
    } else {
      part.file.resume()
    }
  }
  const checked = checkInput(rules.fields, texts, 'body')
  if (!file) throw unprocessable('no_file', rules.missing, { [field]: rules.missing })
  return { file, fields: checked }
}

async function keepFile(
  part: MultipartFile,
  files: FileStore,
  { field, maxBytes }: { field: string; maxBytes: number },
): Promise<Upload<unknown>['file']> {
  // Over the limit the rest would still be read: it ends here.
  part.file.once('limit', () => part.file.destroy(tooLarge(field, maxBytes)))
  const ends = new Ends()
  const stored = await files.write(part.file, (chunk) => ends.add(chunk))
  const name = nameOf(part.filename)
  return { ...stored, name, ...(await sniffType(ends, name)) }
}

/** The last part of a path, on one line; the system's own folders are nobody's business. */
function nameOf(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? ''
  const line = visible(last.toWellFormed())
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  const name = [...line].slice(0, NAME_CHARACTERS).join('')
  return /^\.*$/.test(name) ? 'file' : name
}

const tooLarge = (field: string, maxBytes: number) => {
  const sentence = `Please choose a file of at most ${sizeOf(maxBytes)}`
  return new AppError(413, 'too_large', sentence, { fields: { [field]: sentence } })
}

const sizeOf = (bytes: number) =>
  bytes >= 1024 ** 3 && bytes % 1024 ** 3 === 0
    ? `${bytes / 1024 ** 3} GB`
    : `${Math.floor(bytes / 1024 ** 2)} MB`
