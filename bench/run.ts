/**
 * `npm run bench`: all benchmarks, one after the other. `-- --smoke` only proves that each still runs: tiny
 * sizes, nothing judged, two at a time, and the drills with them. Names choose some: `-- people search`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import process, { argv, env, execArgv, execPath, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { keepTemporaryFilesInMemory } from '../scripts/test-folder.mjs'
import { DRILLS, lacks } from './drills.ts'
import { isSmoke } from './size.ts'

/** Small as they are then, one that takes longer hangs: it is ended, so that what it printed is seen. */
const LONGEST_SMOKE_MS = 900_000
/** As with the other tests, on CI what fails is tried once more, and named where it passes then. */
const isTriedAgain = isSmoke && Boolean(env.CI)

/** Their own run is `npm run drill`. */
const drills = new Map(isSmoke ? DRILLS.map((drill) => [drill.name, drill]) : [])
const NAMES = [
  ...drills.keys(),
  'slow-line',
  'writing',
  'crash',
  'pooler',
  'policies',
  'people',
  'admin-people',
  'search',
  'documents',
  'trainings',
  'acknowledge',
  'obligations',
  'matrix',
  'plans',
  'scale',
  'evidence',
  'chat',
  'packages',
  'lighthouse',
]

const wanted = argv.slice(2).filter((word) => !word.startsWith('-'))
const unknown = wanted.filter((name) => !NAMES.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${NAMES.join(', ')}.`)
  process.exit(1)
}
const sum = { passed: 0, failed: 0, skipped: 0 }
const queue = NAMES.filter((name) => wanted.length === 0 || wanted.includes(name))
await buildIfNeeded()
// What a disk takes is part of a figure; of whether it runs it is not.
if (isSmoke) keepTemporaryFilesInMemory()
await Promise.all(Array.from({ length: isSmoke ? 2 : 1 }, workThrough))
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
console.log(`${sum.passed} passed, ${sum.failed} failed${skipped}`)
process.exitCode = sum.failed === 0 ? 0 : 1

async function workThrough(): Promise<void> {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const obstacle = obstacleTo(name)
    if (obstacle) {
      sum.skipped += 1
      console.log(`${name}: skipped, ${obstacle}`)
      continue
    }
    let isWell = await attempt(name)
    if (!isWell && isTriedAgain) {
      isWell = await attempt(name)
      if (isWell) console.log(`passed only when tried again: ${name}`)
    }
    sum[isWell ? 'passed' : 'failed'] += 1
  }
}

async function attempt(name: string): Promise<boolean> {
  const started = performance.now()
  const { code, output } = await runOne(name)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${name}: ${code === 0 ? 'runs' : 'FAILED'}, ${seconds} s`)
  if (isSmoke && code !== 0) console.log(output.trim())
  return code === 0
}

/** What a run can't do without and may lack. */
function obstacleTo(name: string): string | undefined {
  if (!isSmoke) return undefined
  const drill = drills.get(name)
  if (drill) return lacks(drill)
  if (name === 'lighthouse') return 'it needs Lighthouse, which is fetched for it alone'
  if (name !== 'pooler' && name !== 'chat') return undefined
  const path = { PATH: `${env.PATH}:/usr/sbin` }
  const isThere = spawnSync('pgbouncer', ['--version'], { env: path }).status === 0
  return isThere ? undefined : 'PgBouncer is not installed'
}

async function runOne(name: string): Promise<{ code: number; output: string }> {
  const script = fileURLToPath(new URL(drills.get(name)?.script ?? `${name}.ts`, import.meta.url))
  const child = spawn(execPath, [...execArgv, script, ...(isSmoke ? ['--smoke'] : [])])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (isSmoke) output += text
      else stdout.write(text)
    })
  }
  if (!isSmoke) return { code: await endOf(child), output }
  const late = setTimeout(() => {
    output += `Ended: it was not through after ${LONGEST_SMOKE_MS / 1000} s.\n`
    child.kill('SIGKILL')
  }, LONGEST_SMOKE_MS)
  const code = await endOf(child)
  clearTimeout(late)
  return { code, output }
}

/** Of the program itself: what it left behind may hold its pipes open. */
async function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      setTimeout(() => child.stdout?.destroy() && child.stderr?.destroy(), 2000).unref()
      child.once('close', () => resolve(code ?? 1))
    })
  })
}
