import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { chromium } from '@playwright/test'
import { root, run } from './run.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const MAC_APPS = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
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

/** One that is here already. */
async function present() {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const inApplications = MAC_APPS.map((app) => join('/Applications', app))
  for (const path of [chromium.executablePath(), ...onPath, ...inApplications]) {
    if (existsSync(path) && (await starts(path))) return path
  }
  return null
}

async function fromPlaywright() {
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  await run(process.execPath, [cli, 'install', '--no-shell', 'chromium'], { seconds: 300 })
  const path = chromium.executablePath()
  return existsSync(path) && (await starts(path)) ? path : null
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, seconds: 600 }
  await run('/usr/bin/apt-get', ['update', '-q'], options)
  await run('/usr/bin/apt-get', ['install', '-q', '-y', 'chromium'], options)
  return present()
}

/**
 * Some systems have a script of this name that only says how to install it; some lack its libraries.
 * @param {string} path
 */
async function starts(path) {
  const { code, output } = await run(path, ['--version'], { seconds: 30 })
  return code === 0 && /\d+\.\d+/.test(output)
}
