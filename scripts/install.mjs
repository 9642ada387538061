import { createHash } from 'node:crypto'
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { root, runOrExit } from './run.mjs'

const modules = join(root, 'node_modules')
/** Lies inside node_modules, and so goes where they go. */
const stampFile = join(modules, '.front-desk-installed')

/** Makes node_modules what package-lock.json says; does nothing where it is that already. */
export async function installIfNeeded() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(lock).digest('hex')
  const stamp = `${hash} ${process.platform}-${process.arch}\n`
  if (readIfThere(stampFile) === stamp) return
  if (!isInstalled(JSON.parse(lock))) {
    const [command, ...args] = npm()
    // Builds need the development packages, whatever NODE_ENV or the person's own npm settings say.
    const flags = ['--include=dev', '--include=optional', '--loglevel=warn', '--no-progress']
    await runOrExit('Installing packages', command, [...args, 'ci', ...flags, ...cacheFlag()])
  }
  writeFileSync(stampFile, stamp)
}

/**
 * Whether npm's own record of what it installed (by hand, with `npm install`) agrees with the lock file.
 * @param {{ packages: Record<string, LockedPackage> }} lock
 *
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [link] a workspace
 * @property {boolean} [optional]
 */
function isInstalled(lock) {
  const record = readIfThere(join(modules, '.package-lock.json'))
  if (record === null) return false
  /** @type {Record<string, LockedPackage>} */
  const installed = JSON.parse(record).packages
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.link) return true
    const found = installed[path]
    // npm leaves out what is for another platform, and what only that would need.
    return found ? found.version === wanted.version : wanted.optional === true
  })
}

/**
 * The npm that runs us, else the one on the path.
 * @returns {[string, ...string[]]}
 */
function npm() {
  const { npm_execpath: path } = process.env
  if (path && path.endsWith('npm-cli.js')) return [process.execPath, path]
  return process.platform === 'win32' ? ['cmd.exe', '/c', 'npm'] : ['/usr/bin/env', 'npm']
}

/** A service's account often has no home to keep npm's cache in. */
function cacheFlag() {
  try {
    accessSync(homedir(), constants.W_OK)
    return []
  } catch {
    return [`--cache=${join(root, '.cache/npm')}`]
  }
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
