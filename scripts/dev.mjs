/**
 * `npm run dev`: Vite, which swaps changed modules in the open page, before the server from its
 * sources, which starts again when they change. One address to open; Ctrl-C ends both.
 */
import './require-node.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import * as util from 'node:util'
import { endWithNpm } from './end-with-npm.mjs'
import { installIfNeeded } from './install.mjs'
import { root } from './run.mjs'

const WATCHED = ['server/src', 'server/migrations', 'contract/src']
/** Editors write a file in several steps, and a checkout many files. */
const SETTLE_MS = 150

await installIfNeeded()
endWithNpm()
process.chdir(root)
const envFile = existsSync('.env') ? util.parseEnv(readFileSync('.env', 'utf8')) : {}
const settings = { LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '3000', ...envFile, ...process.env }
const { HOST: host } = settings
const port = Number(settings.PORT)
process.env.FRONTDESK_API = `http://${host}:${port + 1}`

/** @type {NodeJS.Timeout | undefined} */
let change
let turn = Promise.resolve()
let stopping = false

const vite = await startVite()
let server = startServer()
for (const folder of WATCHED) {
  watch(folder, { recursive: true }, (_event, file) => {
    if (file?.endsWith('.test.ts')) return
    clearTimeout(change)
    change = setTimeout(() => {
      turn = turn.then(restart)
    }, SETTLE_MS)
  })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())

async function startVite() {
  const { createServer } = await import('vite')
  const created = await createServer({
    root: join(root, 'web'),
    server: { host, port, strictPort: true },
    clearScreen: false,
    logLevel: 'warn',
  })
  try {
    return await created.listen()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

function startServer() {
  const preloads = ['--import', 'tsx', '--import', './scripts/end-with-parent.mjs']
  const child = spawn(process.execPath, [...preloads, 'server/src/main.ts'], {
    env: { ...settings, PORT: String(port + 1) },
    stdio: ['pipe', 'pipe', 'inherit'],
    // A group of its own: Ctrl-C comes to us alone, and we let it finish what it has in hand.
    detached: process.platform !== 'win32',
  })
  createInterface(child.stdout).on('line', (line) => {
    const listens = line.startsWith('Front Desk is listening')
    console.log(listens ? `Open http://${host}:${port} (the server is behind it)` : line)
  })
  child.on('exit', (code) => {
    if (code) console.error('The server ended; it starts again when a file changes.')
  })
  return child
}

async function restart() {
  await end(server)
  if (!stopping) server = startServer()
}

async function stop() {
  if (stopping) return
  stopping = true
  await turn
  await Promise.all([end(server), vite.close()])
  process.exit(0)
}

/** @param {import('node:child_process').ChildProcess} child */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
