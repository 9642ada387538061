/**
 * `npm run drill -- tools`: what attackers take first, against the demo, with an admin's session handed over: sqlmap,
 * wapiti, ffuf, hydra and slowhttptest, three minutes each at most (`--seconds=`). Names choose: `tools ffuf`.
 * Nothing may be found, answered with 500 or answered later than after a second.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { argv, env } from 'node:process'
import { tookTooLong } from '../../server/src/testing/patience.ts'
import { probe, within } from '../faults/probe.ts'
import { option } from '../faults/report.ts'
import { isSmoke } from '../size.ts'
import { signAdminIn, startDemo } from './demo.ts'
import { type Attack, type Tool, TOOLS } from './attacks.ts'
import { startWatcher, type Watched } from './watcher.ts'

const SECONDS = option('seconds', 150, 15)
const LONGEST_MS = 1000

const wanted = argv.slice(2).filter((word) => word in TOOLS)
const folder = await mkdtemp(join(tmpdir(), 'frontdesk-attacks-'))
const demo = await startDemo()
const watcher = await startWatcher(demo.url)
try {
  for (const [name, tool] of Object.entries(TOOLS)) {
    if (isSmoke ? name !== 'ffuf' : wanted.length > 0 && !wanted.includes(name)) continue
    await play(name, tool)
  }
} finally {
  watcher.end()
  await demo.end()
  await rm(folder, { recursive: true, force: true })
}

async function play(name: string, tool: Tool): Promise<void> {
  const token = await demo.open(signAdminIn)
  const attack: Attack = {
    url: tool.isDirect ? demo.url : watcher.url,
    token,
    folder,
    seconds: SECONDS,
    open: demo.open,
  }
  const rounds = await tool.prepare(attack)
  const said: string[] = []
  watcher.take()
  const began = performance.now()
  let waits: number[] = []
  for (const words of rounds) {
    const left = SECONDS - (performance.now() - began) / 1000
    if (left < 1) break
    const over = new AbortController()
    // Somebody at work meanwhile.
    const colleague = probe(demo.url, token, left * 1000, over.signal)
    said.push(await run(name, words, left))
    over.abort()
    waits = [...waits, ...(await colleague)]
  }
  const seconds = (performance.now() - began) / 1000
  const { requests, statuses, broken, slowest } = watcher.take()
  const found = await tool.findings(said.join('\n'), attack)
  const faults = [...found, ...broken]
  const alone = await askedAlone(slowest, token)
  if (alone > LONGEST_MS) faults.push(`${alone.toFixed(0)} ms, asked alone, for ${slowest.what}`)
  const { half, p95 } = within(waits)
  if (!isSmoke && tookTooLong(p95, LONGEST_MS))
    faults.push(`a colleague waited ${p95.toFixed(0)} ms`)
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  const counted = tool.isDirect
    ? tool.count?.(said.join('\n'))
    : `${requests} requests (${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}), the slowest ${slowest.ms.toFixed(0)} ms (${alone.toFixed(0)} alone, ${slowest.what.slice(0, 80)})`
  console.log(
    `${faults.length === 0 ? 'Holds' : 'DOES NOT HOLD'}: ${name} ${await versionOf(tool)} for ${seconds.toFixed(0)} s; ${counted}; ${faults.length} findings; a colleague waited ${half.toFixed(0)} ms (95 %: ${p95.toFixed(0)}) (load ${loadavg()[0]!.toFixed(1)})`,
  )
  if (faults.length > 0) process.exitCode = 1
}

/** What was slow while a tool was busy is asked again when it is not; what can't be asked twice counts as it was. */
async function askedAlone({ ms, what }: Watched['slowest'], token: string): Promise<number> {
  const [method, path] = what.split(' ')
  if (ms <= LONGEST_MS || method !== 'GET') return ms
  const times: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const began = performance.now()
    const answer = await fetch(`${demo.url}${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    await answer.arrayBuffer()
    times.push(performance.now() - began)
  }
  return Math.min(...times)
}

async function versionOf({ version }: Tool): Promise<string> {
  const said = await run(version[0]!, version.slice(1), 20)
  return /\d+\.\d+[\d.]*/.exec(said)?.[0] ?? '?'
}

/** Everything that it says, ended after so many seconds. */
async function run(name: string, words: string[], seconds: number): Promise<string> {
  const child = spawn(name, words, {
    cwd: folder,
    // What it keeps goes where it is removed.
    env: { PATH: env.PATH, HOME: folder, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const timer = setTimeout(() => child.kill('SIGINT'), seconds * 1000)
  const harder = setTimeout(() => child.kill('SIGKILL'), (seconds + 10) * 1000)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      said += text.toString()
    })
  }
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  clearTimeout(harder)
  if (env.TELL) console.log(said)
  return said
}
