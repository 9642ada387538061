import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** The repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const windows = process.platform === 'win32'
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] added to ours
 * @property {number} [seconds] of silence after which the program is killed: how long all takes is the machine's
 *
 * @typedef {object} Result
 * @property {number} code 0 is success
 * @property {string} output what it printed, stdout and stderr in the order of arrival
 * @property {number} seconds how long it took
 */

/**
 * Runs a program from the repository's folder to its end, with nothing on its stdin. It never
 * outlives us: our signals, and the time limit, reach everything that it started.
 * @param {string} command a path, or the name of a program in node_modules/.bin
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Result>}
 */
export function run(command, args, { env, seconds: limit = 900 } = {}) {
  const started = performance.now()
  const isPath = /[\\/]/.test(command)
  const file = isPath
    ? command
    : join(root, 'node_modules/.bin', windows ? `${command}.cmd` : command)
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      // CI=true makes some tools colour what they write into a pipe.
      env: { NO_COLOR: '1', ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: !windows,
      shell: windows && !isPath,
    })
    let output = ''
    const end = (/** @type {number} */ code) => {
      clearTimeout(timer)
      forget(child)
      resolve({ code, output, seconds: (performance.now() - started) / 1000 })
    }
    const timer = setTimeout(() => {
      output += `\nStopped: it said nothing for ${limit} s.\n`
      killTree(child, 'SIGKILL')
    }, limit * 1000)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        timer.refresh()
      })
    }
    child.on('error', (error) => {
      output += `${error.message}\n`
      end(1)
    })
    // What it left behind may hold the pipes open: its own end counts, after what is still in them.
    child.on('exit', (code) => {
      setTimeout(() => child.stdout.destroy() && child.stderr.destroy(), 2000).unref()
      child.on('close', () => end(code ?? 1))
    })
    remember(child)
  })
}

/**
 * Runs a program and says so in one line with its seconds; on failure, everything it printed.
 * All of it goes to stderr: stdout belongs to the command that asked for the preparation.
 * @param {string} doing
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export async function runOrExit(doing, command, args, options) {
  process.stderr.write(`${doing} … `)
  const { code, output, seconds } = await run(command, args, options)
  process.stderr.write(code === 0 ? `${seconds.toFixed(1)} s\n` : `failed\n\n${output}\n`)
  if (code !== 0) process.exit(code)
}

/** @param {import('node:child_process').ChildProcess} child */
function remember(child) {
  if (running.size === 0) for (const signal of signals()) process.on(signal, stopAll)
  running.add(child)
}

/** @param {import('node:child_process').ChildProcess} child */
function forget(child) {
  running.delete(child)
  if (running.size === 0) for (const signal of signals()) process.off(signal, stopAll)
}

/** @returns {(keyof typeof EXIT_CODES)[]} */
function signals() {
  return ['SIGINT', 'SIGTERM', 'SIGHUP']
}

/** @param {keyof typeof EXIT_CODES} signal */
function stopAll(signal) {
  for (const child of running) {
    killTree(child, 'SIGTERM')
    child.once('exit', () => process.exit(EXIT_CODES[signal]))
  }
  setTimeout(() => {
    for (const child of running) killTree(child, 'SIGKILL')
    process.exit(EXIT_CODES[signal])
  }, 5000).unref()
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function killTree(child, signal) {
  if (child.pid === undefined) return
  try {
    // A group of its own (see `detached`) holds what it started, too.
    if (windows) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It has ended already.
  }
}
