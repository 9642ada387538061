import type { S3Client } from '@aws-sdk/client-s3'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Counted } from './counted.ts'
import { checkedKey, isKey, newKey } from './file-key.ts'
import type { ByteRange, FileStore, StoredFile } from './file-store.ts'
import { ORPHAN_AFTER_MS, receive, removeOrphansIn } from './files-on-disk.ts'
import type { S3Location } from './s3-location.ts'
import { fromFileSystem, storageUnavailable } from './storage-errors.ts'

/** S3 allows 10,000 parts: 160 GB. Two of them are in memory at once. */
const PART_BYTES = 16 * 1024 * 1024
const CONNECT_WITHIN_MS = 3000
const ANSWER_WITHIN_MS = 15_000
const CHECK_WITHIN_MS = 3000

/** Fetched with the first file: it is large. */
async function library() {
  const [s3, { Upload }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
  ])
  return { ...s3, Upload }
}

const clients = new Map<string, Promise<S3Client>>()

/** One for each place: it holds the connections. */
function clientFor(location: S3Location): Promise<S3Client> {
  const name = JSON.stringify(location)
  const known = clients.get(name)
  if (known) return known
  const made = makeClient(location)
  clients.set(name, made)
  return made
}

async function makeClient(location: S3Location): Promise<S3Client> {
  const { region, endpoint, credentials, answerWithinMs = ANSWER_WITHIN_MS } = location
  const { S3Client: Client } = await library()
  return new Client({
    region,
    maxAttempts: 3,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Many that speak S3 don't know the newer checksums; ours is SHA-256, beside the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Of silence: a slow line may take its time. The SDK's `requestTimeout` only warns.
    requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: answerWithinMs },
  })
}

/** Files of one kind under a prefix of their own in a bucket. */
export function s3Store(location: S3Location, dataDir: string, kind: string): FileStore {
  const { bucket: Bucket } = location
  const prefix = `${location.prefix}${kind}/`
  const place = (key: string) => ({ Bucket, Key: prefix + checkedKey(key) })
  const folder = join(dataDir, 'files', kind)
  const open = async (key: string, range?: ByteRange) => openObject(location, place(key).Key, range)
  const store: FileStore = {
    kind,
    receive: async (source) => receive(folder, source),
    discard: async (path) => rm(path, { force: true }),
    write: async (source, observe) => {
      return upload(location, { prefix, key: newKey(), source, observe })
    },
    writeAs: async (key, source) => upload(location, { prefix, key: checkedKey(key), source }),
    read: async (key) => {
      const stream = await open(key)
      return stream && Buffer.concat(await stream.toArray().catch(away))
    },
    open,
    size: async (key) => {
      const object = place(key)
      const { HeadObjectCommand } = await library()
      return orNull(async () => {
        const client = await clientFor(location)
        const { ContentLength } = await client.send(new HeadObjectCommand(object))
        return ContentLength ?? null
      })
    },
    lend: async (key, use) => {
      const stream = await open(key)
      if (!stream) return null
      const path = await receive(folder, stream)
      try {
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    },
    remove: async (keys) =>
      removeObjects(
        location,
        keys.map((key) => place(key).Key),
      ),
    list: async function* () {
      for await (const { name } of objects(location, prefix)) if (isKey(name)) yield name
    },
    removeOrphans: async (findKnown, olderThanMs = ORPHAN_AFTER_MS) => {
      const isOurs = (name: string) => name.endsWith('.part')
      const received = await removeOrphansIn(folder, { isOurs, findKnown, olderThanMs })
      await abortAbandoned(location, prefix, olderThanMs)
      return received + (await removeUnknown(store, location, { prefix, findKnown, olderThanMs }))
    },
    check: async () => checkBucket(location),
  }
  return store
}

/** Reads what is under a whole name; null where there is nothing. */
export async function openObject(
  location: S3Location,
  Key: string,
  range?: ByteRange,
): Promise<Readable | null> {
  const { GetObjectCommand } = await library()
  const Range = range && `bytes=${range.start}-${range.end}`
  return orNull(async () => {
    const client = await clientFor(location)
    const command = new GetObjectCommand({ Bucket: location.bucket, Key, Range })
    const { Body } = await client.send(command)
    return Body instanceof Readable ? Body : null
  })
}

interface Sending {
  prefix: string
  key: string
  source: Buffer | Readable
  observe?: (chunk: Buffer) => void
}

/** Streams to one object, which is there once it is whole. */
export async function upload(
  location: S3Location,
  { prefix, key, source, observe }: Sending,
): Promise<StoredFile> {
  const { AbortMultipartUploadCommand, Upload } = await library()
  const client = await clientFor(location)
  const object = { Bucket: location.bucket, Key: prefix + key }
  const counted = new Counted(observe)
  const sent = new Upload({
    client,
    params: { ...object, Body: counted },
    partSize: PART_BYTES,
    queueSize: 1,
    // Its own way of removing them hides why the upload failed.
    leavePartsOnError: true,
  })
  const stream = Buffer.isBuffer(source) ? Readable.from([source]) : source
  // Either side that fails ends the other one; the first one says why.
  let reason: unknown
  const fed = pipeline(stream, counted).catch(async (error: unknown) => {
    reason ??= fromFileSystem(error)
    await sent.abort()
  })
  const kept = sent.done().catch((error: unknown) => {
    reason ??= storageUnavailable(error)
    stream.destroy()
    counted.destroy()
  })
  await Promise.all([fed, kept])
  if (reason !== undefined && sent.uploadId) {
    const abort = new AbortMultipartUploadCommand({ ...object, UploadId: sent.uploadId })
    // Where that fails, too, the sweep does it.
    await client.send(abort).catch(() => undefined)
  }
  if (reason !== undefined) throw reason
  return { key, size: counted.bytes, sha256: counted.sha256() }
}

/** Removes objects by their whole names. */
export async function removeObjects(location: S3Location, names: string[]): Promise<void> {
  const { DeleteObjectCommand } = await library()
  const client = await clientFor(location)
  const one = async (Key: string) =>
    client.send(new DeleteObjectCommand({ Bucket: location.bucket, Key }))
  await Promise.all(names.map(one)).catch(away)
}

/** What is below a prefix, each by the rest of its name. */
export async function* objects(location: S3Location, prefix: string) {
  const { ListObjectsV2Command } = await library()
  const client = await clientFor(location)
  let ContinuationToken: string | undefined
  do {
    const page = await client
      .send(
        new ListObjectsV2Command({ Bucket: location.bucket, Prefix: prefix, ContinuationToken }),
      )
      .catch(away)
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      yield { name: Key.slice(prefix.length), modified: LastModified?.getTime() ?? Date.now() }
    }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}

async function removeUnknown(
  store: FileStore,
  location: S3Location,
  options: {
    prefix: string
    findKnown: (keys: string[]) => Promise<string[]>
    olderThanMs: number
  },
): Promise<number> {
  const old: string[] = []
  for await (const { name, modified } of objects(location, options.prefix)) {
    if (isKey(name) && Date.now() - modified >= options.olderThanMs) old.push(name)
  }
  const known = new Set(await options.findKnown(old))
  const unknown = old.filter((key) => !known.has(key))
  await store.remove(unknown)
  return unknown.length
}

/** Parts of uploads whose server died are kept, and paid for, until somebody says so. */
async function abortAbandoned(location: S3Location, prefix: string, ms: number): Promise<void> {
  const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } = await library()
  const client = await clientFor(location)
  const { bucket: Bucket } = location
  const listed = await client
    .send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }))
    // Not all that speak S3 know this; theirs end by themselves.
    .catch(() => ({ Uploads: [] }))
  for (const { Key, UploadId, Initiated } of listed.Uploads ?? []) {
    if (Date.now() - (Initiated?.getTime() ?? Date.now()) < ms) continue
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(away)
  }
}

async function checkBucket(location: S3Location): Promise<void> {
  const { HeadBucketCommand } = await library()
  const client = await clientFor(location)
  await client
    .send(new HeadBucketCommand({ Bucket: location.bucket }), {
      abortSignal: AbortSignal.timeout(CHECK_WITHIN_MS),
    })
    .catch(away)
}

async function orNull<T>(ask: () => Promise<T | null>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)) return null
    throw storageUnavailable(error)
  }
}

function away(error: unknown): never {
  throw storageUnavailable(error)
}
