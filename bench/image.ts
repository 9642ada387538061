/**
 * `npm run drill:image`: builds the container image without a registry of images, and runs it as strictly as can be.
 * It needs root and Debian's buildah, mmdebstrap, podman and runc; `-- --from=<commit>` names the version before.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { argv } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { buildImage, imageWay, podman, stopContainer, strictly, USER } from './black-box/image.ts'
import { commitBeforeNewestMigration, writeWith } from './black-box/release-before.ts'
import { findTraces, leaveTraces, passSmoke } from './black-box/smoke.ts'
import { Visitor } from './black-box/visitor.ts'
import { didHold, tell } from './promises.ts'

const MOST_MEGABYTES = 400
const HEALTHY_WITHIN_MS = 120_000
const KILLS = 5

const { version } = JSON.parse(
  await readFile(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string }
const folder = await mkdtemp(join(tmpdir(), 'frontdesk-drill-'))
try {
  const image = await buildImage(version)
  await smoke(image)
  await lookInside(image)
  await runWithoutNetwork(image)
  await killIt(image)
  await takeOver(image)
  process.exitCode = didHold() ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function smoke(image: string): Promise<void> {
  const way = await imageWay(image)
  try {
    const { seen, seconds } = await passSmoke(way)
    console.log(
      `smoke test: passed, ${seen.length} things seen; first start ${seconds.toFixed(1)} s`,
    )
    tell('its size', way.megabytes!, MOST_MEGABYTES, 'MB')
  } finally {
    await way.leave()
  }
}

/** Who it is, what it may write, how its health is told. */
async function lookInside(image: string): Promise<void> {
  const way = await imageWay(image)
  const desk = await way.start()
  try {
    const inside = async (...words: string[]) => podman('exec', way.container, ...words)
    demand('it is nobody', (await inside('id', '-u')) === String(USER))
    demand('no capability is left', /^CapEff:\s+0+$/m.test(await inside('cat', '/proc/1/status')))
    for (const path of ['/opt/front-desk/x', '/etc/x', '/usr/x']) {
      demand(`${path} can't be written`, await fails(inside('touch', path)))
    }
    demand('its label is the version', (await labelOf(image)) === version)
    await untilHealthy(way.container)
    const [, ...health] = JSON.parse(
      await podman('image', 'inspect', '--format', '{{json .HealthCheck.Test}}', image),
    ) as string[]
    const elsewhere = podman('exec', '--env', 'PORT=9', way.container, ...health)
    demand('its health is asked, not assumed', await fails(elsewhere))
    const stopping = performance.now()
    await desk.stop()
    tell('after SIGTERM it was gone within', (performance.now() - stopping) / 1000, 10, 's')
  } finally {
    await way.leave()
  }
}

async function runWithoutNetwork(image: string): Promise<void> {
  const name = 'front-desk-drill-alone'
  try {
    await podman('run', '--detach', '--name', name, '--network', 'none', ...strictly, image)
    await untilHealthy(name)
    await stopContainer(name)
    console.log('  without any network it starts, is healthy, and stops')
  } finally {
    await podman('rm', '--force', '--volumes', '--ignore', name)
  }
}

/** Each container counts its processes from 1 anew: what a killed one left must not be taken for a living one. */
async function killIt(image: string): Promise<void> {
  const way = await imageWay(image)
  try {
    const first = await way.start()
    const visitor = new Visitor(first.url)
    const traces = await leaveTraces(visitor)
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await podman('kill', '--signal', 'KILL', way.container)
      const next = await way.start()
      visitor.url = next.url
      await findTraces(visitor, traces)
    }
    await first.stop()
    console.log(`  killed ${KILLS} times, it starts on its volume, and all is there`)
  } finally {
    await way.leave()
  }
}

/** A volume of another version. */
async function takeOver(image: string): Promise<void> {
  const given = argv.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const commit = given ?? (await commitBeforeNewestMigration())
  const data = join(folder, 'data')
  const traces = await writeWith(commit, folder, data)
  const way = await imageWay(image, data)
  try {
    const desk = await way.start()
    const visitor = new Visitor(desk.url)
    await visitor.signIn()
    await findTraces(visitor, traces)
    demand(
      `the volume that ${commit} has written is brought up to date, and all is there`,
      (await way.admin('verify')).startsWith('The chain is intact: 1 acknowledgments'),
    )
    await desk.stop()
  } finally {
    await way.leave()
  }
}

async function untilHealthy(container: string): Promise<void> {
  const deadline = performance.now() + HEALTHY_WITHIN_MS
  while (await fails(podman('healthcheck', 'run', container))) {
    if (performance.now() > deadline) throw new Error(`${container} does not become healthy`)
    await delay(500)
  }
  console.log('  it is healthy')
}

async function labelOf(image: string): Promise<string> {
  const label = '{{index .Labels "org.opencontainers.image.version"}}'
  return podman('image', 'inspect', '--format', label, image)
}

async function fails(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => false,
    () => true,
  )
}

function demand(what: string, holds: boolean): void {
  if (!holds) throw new Error(`It does not hold: ${what}`)
  console.log(`  ${what}`)
}
