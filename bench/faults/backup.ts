/**
 * `npm run drill -- backup`: an installation of ten gigabytes (or `--gigabytes=`), half of them rows and half files, is
 * backed up while people work. The backup is rehearsed; then a byte of it is flipped, once in a file and once in the
 * rows, and the rehearsal has to say where.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { open as openFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { apiClient } from '../../server/src/testing/api-client.ts'
import { createDocument } from '../../server/src/testing/documents.ts'
import { MemoryWatch } from '../memory-watch.ts'
import { runAdminCommand } from '../started-server.ts'
import { type DrillDesk, openDesk } from './drill-desk.ts'
import { probe, within } from './probe.ts'
import { option, report, tellWords } from './report.ts'

const MEGABYTES = Math.max(1, Math.round(option('gigabytes', 10, 0.004) * 1000))
/** So few that there is something to sign for as long as it takes. */
const IN_FLIGHT = 2
const FILE_MEGABYTES = Math.min(50, Math.ceil(MEGABYTES / 4))
/** Bytes of random hexadecimal digits in a row. */
const ROW_BYTES = 4000
const MOST_PROBE_MS = 3_600_000

const seed = option('seed', randomInt(1, 2 ** 31), 18)
console.log(`backup: ${MEGABYTES} MB, seed ${seed}`)
const desk = await openDesk({ seed })
try {
  await fill(desk)
  const file = join(desk.folder, 'desk.tar.gz')
  const silence = await backUp(desk, file)
  const whole = await rehearse(desk, file, 'The backup')
  // Tables come first in it, and files after them.
  const { size } = await stat(file)
  const inFile = await withFlippedByte(desk, file, Math.floor(size * 0.8))
  const inRows = await withFlippedByte(desk, file, Math.floor(size * 0.1))
  const { load, open, settings } = desk
  report({
    what: `A backup of ${MEGABYTES} MB under load`,
    often: 'once',
    acknowledged: load.stored,
    lost: await load.countLost(open, settings),
    silence,
    holds:
      whole.code === 0 &&
      inFile.code === 1 &&
      /is damaged: .*the file /.test(inFile.said) &&
      inRows.code === 1 &&
      /is damaged: .*the table /.test(inRows.said),
  })
} finally {
  await desk.end()
}

/** Half rows, and half files that the server itself has stored. */
async function fill({ url, desk: { admin }, open }: DrillDesk): Promise<void> {
  const rows = Math.ceil((MEGABYTES * 500_000) / ROW_BYTES)
  await open(async (db) => {
    for (let done = 0; done < rows; done += 2000) {
      await sql`
        insert into audit_events (id, action, details, ip, user_agent, request_id)
        select new_uuid(), 'policy.created',
          jsonb_build_object('note', (select string_agg(md5(random()::text || number || part), '')
            from generate_series(1, ${ROW_BYTES / 32}::int) as part)),
          '127.0.0.1', 'bench', new_uuid()
        from generate_series(1, ${Math.min(2000, rows - done)}::int) as number`.execute(db)
    }
  })
  const api = apiClient(url, admin)
  for (let left = Math.ceil(MEGABYTES / 2); left > 0; left -= FILE_MEGABYTES) {
    const content = randomBytes(Math.min(left, FILE_MEGABYTES) * 1_000_000)
    await createDocument(api, { content, name: 'scan.bin', type: 'application/octet-stream' })
  }
}

/** Returns for how many seconds nobody's write was answered. */
async function backUp(
  { url, load, server, settings, desk: { admin } }: DrillDesk,
  file: string,
): Promise<number> {
  const memory = new MemoryWatch(server.pid)
  await memory.start()
  load.start(IN_FLIGHT)
  const over = new AbortController()
  const probed = probe(url, admin.token, MOST_PROBE_MS, over.signal)
  const began = performance.now()
  const { code, said } = await runAdminCommand(['backup', file], settings)
  const seconds = (performance.now() - began) / 1000
  over.abort()
  const times = await probed
  await load.finish()
  if (code !== 0) throw new Error(`The backup failed: ${said}`)
  console.log(`  ${said}`)
  tellWords(load.told)
  const most = times.reduce((longest, ms) => Math.max(longest, ms), 0)
  console.log(
    `  in ${seconds.toFixed(1)} s; the server's memory grew by ${memory.stop().toFixed(0)} MB; others wait ${within(times).half.toFixed(0)} ms, 95 %: ${within(times).p95.toFixed(0)}, at most ${most.toFixed(0)}`,
  )
  return load.longestPause(began, began + seconds * 1000)
}

async function rehearse({ settings }: DrillDesk, file: string, what: string) {
  const began = performance.now()
  const { code, said } = await runAdminCommand(['rehearse', file], settings)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`  ${what}, rehearsed in ${seconds} s, code ${code}: ${said.replaceAll('\n', ' · ')}`)
  return { code, said }
}

/** Flips one of its bytes, rehearses it, and flips it back. */
async function withFlippedByte(drill: DrillDesk, file: string, at: number) {
  await flip(file, at)
  const result = await rehearse(drill, file, `With byte ${at} flipped`)
  await flip(file, at)
  return result
}

async function flip(file: string, at: number): Promise<void> {
  const handle = await openFile(file, 'r+')
  try {
    const byte = Buffer.alloc(1)
    await handle.read(byte, 0, 1, at)
    byte[0]! ^= 1
    await handle.write(byte, 0, 1, at)
  } finally {
    await handle.close()
  }
}
