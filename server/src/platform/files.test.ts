import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3 } from '../testing/s3.ts'
import type { FileStore } from './file-store.ts'
import { openFiles, type StoragePlace } from './files.ts'

const MEGABYTE = 1024 * 1024
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function allOf(stream: Readable | null): Promise<Buffer> {
  return Buffer.concat((await stream?.toArray()) ?? [])
}

async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.list()) keys.push(key)
  return keys.toSorted()
}

describe.each(['disk', 's3'] as const)('files on %s', (kind) => {
  let dataDir: string
  let store: FileStore
  let s3: Awaited<ReturnType<typeof startS3>> | undefined

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-files-'))
    if (kind === 's3') s3 = await startS3()
    const place: StoragePlace = { dataDir, storage: s3?.location ?? null }
    store = openFiles(place, 'documents')
  })
  afterAll(async () => {
    await s3?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('come back byte by byte, whole or in part', async () => {
    const content = randomBytes(40 * MEGABYTE + 17)
    const pieces = Array.from({ length: 41 }, (_, n) =>
      content.subarray(n * MEGABYTE, (n + 1) * MEGABYTE),
    )
    const kept = await store.write(Readable.from(pieces))
    expect(kept).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      size: content.length,
      sha256: sha256(content),
    })
    expect(await store.size(kept.key)).toBe(content.length)
    expect((await allOf(await store.open(kept.key))).equals(content)).toBe(true)
    const part = await allOf(await store.open(kept.key, { start: 1_000_000, end: 1_000_999 }))
    expect(part.equals(content.subarray(1_000_000, 1_001_000))).toBe(true)
    const lent = await store.lend(kept.key, async (path) => {
      const { readFile } = await import('node:fs/promises')
      return sha256(await readFile(path))
    })
    expect(lent).toBe(kept.sha256)
    await store.remove([kept.key])
    expect(await keysOf(store)).toEqual([])
  })

  test('that are not there are null, and removing them is nothing', async () => {
    const key = 'a'.repeat(32)
    expect(await store.open(key)).toBeNull()
    expect(await store.read(key)).toBeNull()
    expect(await store.size(key)).toBeNull()
    expect(await store.lend(key, async () => 1)).toBeNull()
    await store.remove([key])
  })

  test.each(['../escape', '/etc/passwd', 'a'.repeat(31), '', `${'a'.repeat(32)}/..`])(
    'are found by keys only: %j is none',
    async (key) => {
      await expect(store.read(key)).rejects.toThrow('not the key of a file')
      await expect(store.remove([key])).rejects.toThrow('not the key of a file')
    },
  )

  test('whose source breaks off leave nothing', async () => {
    async function* broken() {
      yield randomBytes(20 * MEGABYTE)
      yield randomBytes(20 * MEGABYTE)
      throw new Error('the line went dead')
    }
    await expect(store.write(Readable.from(broken()))).rejects.toThrow('the line went dead')
    expect(await keysOf(store)).toEqual([])
    expect(await readdir(join(dataDir, 'files', 'documents')).catch(() => [])).toEqual([])
  })

  test('that nobody knows are swept once they are old', async () => {
    const known = await store.write(Buffer.from('known'))
    const unknown = await store.write(Buffer.from('unknown'))
    const knowing = async (keys: string[]) => keys.filter((key) => key === known.key)
    expect(await store.removeOrphans(knowing)).toBe(0)
    const part = join(dataDir, 'files', 'documents', `${'b'.repeat(32)}.part`)
    await mkdir(join(dataDir, 'files', 'documents'), { recursive: true })
    await writeFile(part, 'left over')
    const old = new Date(Date.now() - 60_000)
    await utimes(part, old, old)
    expect(await store.removeOrphans(knowing, 0)).toBe(2)
    expect(await keysOf(store)).toEqual([known.key])
    expect(await store.read(unknown.key)).toBeNull()
    await store.remove([known.key])
  })

  test('that nothing can be kept is said with a reason', async () => {
    await store.check()
    if (s3) await s3.stop()
    else {
      await rm(join(dataDir, 'files'), { recursive: true })
      await writeFile(join(dataDir, 'files'), 'in the way')
    }
    const refusal = { status: 503, code: 'storage_unavailable' }
    await expect(store.check()).rejects.toMatchObject(refusal)
    await expect(store.write(Readable.from([Buffer.from('x')]))).rejects.toMatchObject(refusal)
    await expect(store.open('a'.repeat(32))).rejects.toMatchObject(refusal)
  })
})

test('a storage that takes connections and says nothing is told as away, in time', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()))
  const { port } = silent.address() as AddressInfo
  const storage = {
    bucket: 'desk',
    prefix: '',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    answerWithinMs: 300,
  }
  const store = openFiles({ dataDir: tmpdir(), storage }, 'documents')
  const refusal = { status: 503, code: 'storage_unavailable' }
  await expect(store.open('a'.repeat(32))).rejects.toMatchObject(refusal)
  await expect(store.write(Readable.from([Buffer.from('x')]))).rejects.toMatchObject(refusal)
  silent.close()
})
