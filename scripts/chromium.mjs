import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { chromium } from '@playwright/test'
import { root, run } from './run.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const MAC_APPS = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** What each of ours is started with. */
export const CHROMIUM_FLAGS = [
  // Containers and root have no user namespaces for it; the pages are our own.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Finds a Chromium that starts: `CHROMIUM_PATH`, Playwright's own, the system's; else gets one, from
 * Playwright, or, as root on Debian, as a package.
 * @returns {Promise<{ path: string } | { path: null, problem: string }>}
 */
export async function findChromium() {
  const { CHROMIUM_PATH: given } = process.env
  if (given) {
    if (await starts(given)) return { path: given }
    return {
      path: null,
      problem: `CHROMIUM_PATH is ${given}, which is not a Chromium that starts here.`,
    }
  }
  const path = (await present()) ?? (await fromPlaywright()) ?? (await fromDebian())
  if (path) return { path }
  return {
    path: null,
    problem:
      'No Chromium was found, and none could be downloaded: install one, or set CHROMIUM_PATH to it.',
  }
}

/**
 * One that never had a window, and opens a page in a quarter of the time; it shows no notifications. As root on
 * Debian it is installed. Null where there is none, or `CHROMIUM_PATH` says what to use.
 * @returns {Promise<string | null>}
 */
export async function findHeadlessShell() {
  if (process.env.CHROMIUM_PATH) return null
  const found = await firstThatStarts(onPath(SHELLS))
  if (found || !isDebianRoot()) return found
  await install('chromium-headless-shell')
  return firstThatStarts(onPath(SHELLS))
}

/** @param {string[]} names */
const onPath = (names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))

/** @param {string[]} paths */
async function firstThatStarts(paths) {
  for (const path of paths) {
    if (existsSync(path) && (await starts(path))) return path
  }
  return null
}

/** One that is here already. */
async function present() {
  const inApplications = MAC_APPS.map((app) => join('/Applications', app))
  return firstThatStarts([chromium.executablePath(), ...onPath(NAMES), ...inApplications])
}

async function fromPlaywright() {
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  await run(process.execPath, [cli, 'install', '--no-shell', 'chromium'], { seconds: 300 })
  const path = chromium.executablePath()
  return existsSync(path) && (await starts(path)) ? path : null
}

async function fromDebian() {
  if (!isDebianRoot()) return null
  await install('chromium')
  return present()
}

const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** @param {string} name of a package of Debian's */
async function install(name) {
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, seconds: 600 }
  await run('/usr/bin/apt-get', ['update', '-q'], options)
  await run('/usr/bin/apt-get', ['install', '-q', '-y', name], options)
}

/**
 * Some systems have a script of this name that only says how to install it; some lack its libraries.
 * @param {string} path
 */
async function starts(path) {
  const { code, output } = await run(path, ['--version'], { seconds: 30 })
  return code === 0 && /\d+\.\d+/.test(output)
}
