/**
 * `npm run bench:policies`: GET /policies (25 rows, signed in) beside a bare node:http + pg server
 * that looks up the same session, runs the same query and returns the same bytes, in one run.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { env, execPath } from 'node:process'
import autocannon from 'autocannon'
import { captureQueries } from './captured-queries.ts'

const ROUNDS = 5
const SECONDS = 3
const LEAST_RATIO = 0.7
const MOST_IDLE_MB = 130
const PASSWORD = 'a brass bell on the desk'
const ADMIN = {
  first_name: 'Ada',
  last_name: 'Broker',
  email: 'ada@example.com',
  password: PASSWORD,
}

const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
const children: ChildProcess[] = []
try {
  const ours = await start([join('server', 'dist', 'main.js')], { DATA_DIR: dataDir, PORT: '0' })
  const token = await fill(ours.url)
  await fetch(`${ours.url}/api/v1/policies`, { headers: { Authorization: `Bearer ${token}` } })
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const idle = await residentMegabytes(ours.child.pid!)

  const queries = await captureQueries(dataDir, token)
  const bare = await start(['--import', 'tsx', join('bench', 'bare-server.ts')], {
    BARE_SETUP: JSON.stringify({ ...queries, token }),
  })
  await expectSameBytes(`${ours.url}/api/v1/policies`, `${bare.url}/api/v1/policies`, token)

  console.log(`Idle memory of the server process: ${idle} MB (at most ${MOST_IDLE_MB})`)
  const ratios = [await compare(1), await compare(32)]
  const good = ratios.every((ratio) => ratio >= LEAST_RATIO) && idle <= MOST_IDLE_MB
  console.log(good ? 'Holds.' : `Does not hold: each ratio must be at least ${LEAST_RATIO}.`)
  process.exitCode = good ? 0 : 1

  async function compare(connections: number): Promise<number> {
    const rates = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.bare.push(await requestsPerSecond(bare.url, token, connections))
      rates.ours.push(await requestsPerSecond(ours.url, token, connections))
    }
    const [mine, limit] = [median(rates.ours), median(rates.bare)]
    const ratio = mine / limit
    console.log(
      `Concurrency ${connections}: ${Math.round(mine)} requests/s, bare ${Math.round(limit)}: ratio ${ratio.toFixed(2)}`,
    )
    return ratio
  }
} finally {
  // The bare server first: the other takes the database with it.
  for (const child of children.toReversed()) {
    child.kill('SIGTERM')
    if (child.exitCode === null) await new Promise((done) => child.once('exit', done))
  }
  await rm(dataDir, { recursive: true, force: true })
}

async function start(args: string[], settings: Record<string, string>) {
  const child = spawn(execPath, args, {
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let text = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-2000)
      const found = /listening on (http:\S+)/.exec(text)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`${args.at(-1)} ended: ${text}`)))
  })
  return { child, url }
}

async function fill(url: string): Promise<string> {
  const post = async (path: string, body: object, token = '') => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  await post('/auth/signup', ADMIN)
  const { token = '' } = await post('/auth/login', ADMIN)
  for (let number = 1; number <= 25; number += 1) {
    const policy = await post(
      '/policies',
      {
        title: `Policy ${number}`,
        description: 'What everybody here has to know before the first showing of the day.',
        content: 'A paragraph of an ordinary policy, as long as they usually are. '.repeat(12),
      },
      token,
    )
    if (number % 3 === 0) await post(`/policies/${policy.id}/assign`, { everyone: true }, token)
    if (number % 2 === 0) await post(`/policies/${policy.id}/acknowledge`, {}, token)
  }
  return token
}

async function expectSameBytes(mine: string, theirs: string, token: string): Promise<void> {
  const [a, b] = await Promise.all(
    [mine, theirs].map(async (url) => {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
      return response.text()
    }),
  )
  if (a === b) return
  const at = [...a!].findIndex((character, index) => character !== b![index])
  throw new Error(
    `The answers differ: …${a!.slice(at - 80, at + 80)}… and …${b!.slice(at - 80, at + 80)}…`,
  )
}

async function requestsPerSecond(url: string, token: string, connections: number): Promise<number> {
  const result = await autocannon({
    url: `${url}/api/v1/policies`,
    headers: { Authorization: `Bearer ${token}` },
    connections,
    duration: SECONDS,
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error('Some requests failed')
  return result.requests.average
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
