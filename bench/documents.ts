/**
 * `npm run bench:documents`: a 1 GB file goes up and comes down; the server's memory hardly notices. A
 * download that broke off in the middle is taken up where it stopped, and is the same file.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Readable } from 'node:stream'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { MemoryWatch } from './memory-watch.ts'
import { createFirstAdmin } from './sign-in.ts'
import { isSmoke, sized } from './size.ts'
import { type StartedServer, startBuilt } from './started-server.ts'

const MEGABYTE = 1024 * 1024
const SIZE = sized(1024, 8) * MEGABYTE
const MOST_GROWTH_MEGABYTES = 64

await buildIfNeeded()
const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
let server: StartedServer | undefined
try {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < 2 * SIZE)
    throw new Error('This needs 2 GB of free disk in the temporary folder')
  server = await startBuilt('main', { DATA_DIR: dataDir })
  process.exitCode = (await measure(server)) ? 0 : 1
} finally {
  await server?.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}

async function measure({ url, pid }: StartedServer): Promise<boolean> {
  const { token } = await createFirstAdmin(url)
  const headers = { Authorization: `Bearer ${token}` }
  // What the first upload loads is no growth.
  await upload(url, headers, 5 * MEGABYTE)
  const memory = new MemoryWatch(pid)
  await memory.start()
  const sent = await timed('upload', async () => upload(url, headers, SIZE))
  const came = await timed('download', async () => download(url, headers, sent.id))
  const resumed = await resume(url, headers, sent.id)
  const growth = memory.stop()
  const isSame = came === sent.sha256 && resumed === sent.sha256
  console.log(`memory: grew by at most ${growth.toFixed(0)} MB from ${memory.before.toFixed(0)} MB`)
  console.log(isSame ? 'Both downloads are the same file.' : 'A download is another file!')
  const holds = isSame && (isSmoke || growth < MOST_GROWTH_MEGABYTES)
  console.log(holds ? 'Holds.' : `Does not hold: less than ${MOST_GROWTH_MEGABYTES} MB.`)
  return holds
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  const seconds = (performance.now() - started) / 1000
  console.log(`${name}: ${seconds.toFixed(1)} s, ${(SIZE / MEGABYTE / seconds).toFixed(0)} MB/s`)
  return result
}

async function upload(
  url: string,
  headers: Record<string, string>,
  size: number,
): Promise<{ id: string; sha256: string }> {
  const boundary = randomBytes(16).toString('hex')
  const hash = createHash('sha256')
  const field = (head: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}`
  async function* body() {
    yield Buffer.from(field('name="title"', 'Large\r\n') + field('name="category"', 'Other\r\n'))
    yield Buffer.from(field('name="file"; filename="large.bin"', ''))
    const piece = randomBytes(MEGABYTE)
    for (let sent = 0; sent < size; sent += MEGABYTE) {
      piece.writeUInt32BE(sent / MEGABYTE, 0)
      hash.update(piece)
      yield Buffer.from(piece)
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const request = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Readable.toWeb(Readable.from(body(), { objectMode: false })) as ReadableStream,
    // Node wants it for a body that streams; the types of browsers don't know it.
    duplex: 'half',
  }
  const answer = await fetch(`${url}/api/v1/documents`, request)
  const document = (await answer.json()) as { id: string; sha256: string; error?: string }
  if (answer.status !== 201) throw new Error(document.error)
  if (document.sha256 !== hash.digest('hex')) throw new Error('What is kept is not what was sent')
  return document
}

async function download(url: string, headers: Record<string, string>, id: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/documents/${id}/file`, { headers })
  const hash = createHash('sha256')
  for await (const chunk of answer.body!) hash.update(chunk)
  return hash.digest('hex')
}

/** Hangs up after a third, and asks for the rest. */
async function resume(url: string, headers: Record<string, string>, id: string): Promise<string> {
  const path = `${url}/api/v1/documents/${id}/file`
  const hash = createHash('sha256')
  const first = await fetch(path, { headers })
  const etag = first.headers.get('etag') ?? ''
  let received = 0
  for await (const chunk of first.body!) {
    hash.update(chunk)
    received += chunk.length
    // Leaving the loop ends the connection.
    if (received > SIZE / 3) break
  }
  const range = { Range: `bytes=${received}-`, 'If-Range': etag }
  const rest = await fetch(path, { headers: { ...headers, ...range } })
  if (rest.status !== 206) throw new Error(`The rest was answered with ${rest.status}`)
  for await (const chunk of rest.body!) hash.update(chunk)
  return hash.digest('hex')
}
