import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFiles } from '../platform/files.ts'
import { type LocalS3, startS3 } from '../testing/s3.ts'
import { runCommand } from './run-command.ts'

let dataDir: string
let s3: LocalS3

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-move-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  await rm(dataDir, { recursive: true })
})

async function run(...args: string[]) {
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const terminal = { input: Readable.from([]), output, errors }
  const code = await runCommand(['storage', ...args], terminal, { DATA_DIR: dataDir })
  output.end()
  errors.end()
  return { code, out: await text(output), err: await text(errors) }
}

test('files move to S3, a broken-off move goes on, and they come back the same', async () => {
  const disk = openFiles({ dataDir, storage: null }, 'documents')
  const bucket = openFiles({ dataDir, storage: s3.location }, 'documents')
  const kept = await Promise.all(
    ['a lease', 'a form', ''].map(async (content) => disk.write(Buffer.from(content))),
  )
  const picture = openFiles({ dataDir, storage: null }, 'profile-pictures')
  await picture.write(Buffer.from('webp'))
  // As a move leaves it that was killed: one is there, another one only by name.
  await bucket.writeAs(kept[0]!.key, Readable.from([Buffer.from('a lease')]))
  await bucket.writeAs(kept[1]!.key, Readable.from([Buffer.from('a torm')]))

  const moved = await run('move', '--from', 'disk', '--to', s3.url)
  expect(moved).toMatchObject({ code: 0, err: '' })
  expect(moved.out).toContain('Copied 3 files; 1 were there already.')
  expect((await bucket.read(kept[1]!.key))?.toString()).toBe('a form')
  expect((await bucket.read(kept[2]!.key))?.toString()).toBe('')

  const again = await run('move', '--from', 'disk', '--to', s3.url)
  expect(again.out).toContain('Copied 0 files; 4 were there already.')

  await disk.remove(kept.map(({ key }) => key))
  const back = await run('move', '--from', s3.url, '--to', 'disk')
  expect(back.out).toContain('Copied 3 files; 1 were there already.')
  expect((await disk.read(kept[0]!.key))?.toString()).toBe('a lease')
})

test.each([
  [['move'], 'Usage'],
  [['move', '--from', 'disk', '--to', 'disk'], 'Usage'],
  [['copy', '--from', 'disk', '--to', 's3://desk'], 'Usage'],
  [['move', '--from', 'disk', '--to', 'ftp://desk'], 'A place is'],
  [['move', '--from', 'disk', '--over', 'x'], '--over'],
])('%j is a mistake, said in one line', async (args, says) => {
  const { code, err } = await run(...args)
  expect(code).toBe(2)
  expect(err).toContain(says)
  expect(err.trim()).not.toContain('\n')
})

test('a storage that is away is said in one line', async () => {
  const url = 's3://a:b@desk?endpoint=http%3A%2F%2F127.0.0.1%3A9'
  const { code, err } = await run('move', '--from', 'disk', '--to', url)
  expect(code).toBe(1)
  expect(err.trim()).toBe('Files cannot be reached right now. Please try again in a moment.')
})
