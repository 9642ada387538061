/**
 * `npm run drill -- nodes`: two nodes, then three, behind haproxy, which sends each call and each socket to the next of
 * them; PostgreSQL behind PgBouncer, files on S3. A node, the pooler, the database and the proxy are killed in turn
 * while people work, and each node is restarted; what was killed is started again after half a second, as systemd does.
 */
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs'
import { startS3 } from '../../server/src/testing/s3.ts'
import { seeded } from '../chat-desk.ts'
import { startPgBouncer } from '../pgbouncer.ts'
import { isSmoke } from '../size.ts'
import { type Settings, type StartedServer, startBuilt } from '../started-server.ts'
import { until } from './drill-desk.ts'
import { fillWholeDesk } from './fill-desk.ts'
import { startHaproxy } from './haproxy.ts'
import { MixedLoad } from './mixed-load.ts'
import { startOwnPostgres } from './own-postgres.ts'
import { option, report, tellWords } from './report.ts'
import { Talkers } from './talkers.ts'

const KILLS = option('kills', 4, 1)
const IN_FLIGHT = 8
const AGAIN_MS = 500

const seed = option('seed', randomInt(1, 2 ** 31), 18)
console.log(`nodes: ${KILLS} kills of each, seed ${seed}`)
for (const count of isSmoke ? [2] : [2, 3]) await play(count)

async function play(count: number): Promise<void> {
  const random = seeded(seed)
  const cluster = await openCluster(count)
  const { url, settings, open } = cluster
  const desk = await fillWholeDesk(url, open)
  const load = new MixedLoad(desk, () => [url], random)
  const talkers = await Talkers.gather(open, url, random)
  const silences: { what: string; often: string; silence: number }[] = []
  try {
    talkers.start(random)
    load.start(IN_FLIGHT)
    for (const [what, disturb] of Object.entries(cluster.disturbances)) {
      let silence = 0
      for (let turn = 0; turn < KILLS; turn += 1) {
        await delay(500 + random() * 1000)
        const began = performance.now()
        await disturb(turn)
        await until(
          `people get answers after: ${what}`,
          () => load.answeredSince(performance.now() - 300) > 3 || load.fault !== undefined,
        )
        silence = Math.max(silence, load.longestPause(began))
      }
      silences.push({ what, often: `${KILLS} times`, silence })
    }
    await load.finish()
    const isWhole = await talkers.finish()
    const lost = await load.countLost(open, settings)
    tellWords(load.told)
    for (const one of silences) {
      report({
        ...one,
        what: `${count} nodes, ${one.what}`,
        acknowledged: load.stored + talkers.messages,
        lost,
        holds: isWhole,
        more: `${talkers.messages} of them by socket, each stored once and seen by all in one order`,
      })
    }
  } finally {
    load.abandon()
    talkers.end()
    await cluster.end()
  }
}

async function openCluster(count: number) {
  await buildIfNeeded()
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-drill-')))
  await chmod(folder, 0o755)
  const postgres = await startOwnPostgres(join(folder, 'database'))
  const pooler = await startPgBouncer(join(folder, 'pooler'), postgres.connection)
  const s3 = await startS3()
  const settingsOf = (index: number): Settings => ({
    DATA_DIR: join(folder, `node${index}`),
    LOG_LEVEL: 'fatal',
    DATABASE_URL: `postgres://frontdesk@127.0.0.1:${pooler.port}/frontdesk`,
    DATABASE_LISTEN_URL: postgres.url,
    STORAGE_URL: s3.url,
    TRUST_PROXY: '127.0.0.1',
  })
  const nodes: StartedServer[] = []
  for (let index = 0; index < count; index += 1)
    nodes.push(await startBuilt('main', settingsOf(index)))
  const proxy = await startHaproxy(
    folder,
    nodes.map(({ url }) => url),
  )
  console.log(`${count} nodes on ${postgres.version}`)
  const restart = async (index: number, signal: NodeJS.Signals) => {
    const { port } = new URL(nodes[index]!.url)
    await nodes[index]!.end(signal)
    await delay(AGAIN_MS)
    nodes[index] = await startBuilt('main', { ...settingsOf(index), PORT: port })
  }
  const again = async (one: { kill(): Promise<void>; start(): Promise<void> }) => {
    await one.kill()
    await delay(AGAIN_MS)
    await one.start()
  }
  return {
    url: proxy.url,
    open: postgres.open,
    settings: { ...settingsOf(0), DATABASE_URL: postgres.url },
    disturbances: {
      'kill -9 of a node': async (turn: number) => restart(turn % count, 'SIGKILL'),
      'kill -9 of the pooler': async () => again(pooler),
      'kill -9 of PostgreSQL': async () => again(postgres),
      'kill -9 of the proxy': async () => again(proxy),
      'a node restarts (SIGTERM)': async (turn: number) => restart(turn % count, 'SIGTERM'),
    },
    end: async () => {
      await Promise.all(nodes.map(async (node) => node.end('SIGKILL')))
      await proxy.kill()
      pooler.end()
      await Promise.all([postgres.end(), s3.stop()])
      await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
    },
  }
}
