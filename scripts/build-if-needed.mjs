import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root, runOrExit } from './run.mjs'

/** What a build is made of, beside the lock file. */
const SOURCES = [
  'contract',
  'server',
  'web',
  'scripts/build.mjs',
  'scripts/build-verifiers.mjs',
  'scripts/bundle-server.mjs',
  'scripts/runtime-packages.mjs',
  'tsconfig.base.json',
]
const NOT_SOURCES = /^(node_modules|dist|migrations|\..*|.*\.test\.tsx?)$/

/** The folders that a build fills. */
export const OUTPUTS = ['server/dist', 'web/dist']
/** Written inside each of them before it takes its place: the fingerprint of what it was built from. */
export const STAMP = '.built-from'

/** Builds server and web where their sources are not those of the last complete build. */
export async function buildIfNeeded() {
  const fingerprint = sourceFingerprint()
  if (OUTPUTS.every((folder) => stampOf(folder) === fingerprint)) return
  // A process of its own: the builders' memory is not the server's.
  await runOrExit('Building', process.execPath, [join(root, 'scripts/build.mjs')])
}

/** A hash of the sources' names and contents: checking out a branch and back changes nothing. */
export function sourceFingerprint() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const source of SOURCES) {
    for (const file of filesBelow(source)) {
      hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
    }
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {Generator<string>}
 */
function* filesBelow(path) {
  if (/\.\w+$/.test(path)) {
    yield path
    return
  }
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (NOT_SOURCES.test(entry.name)) continue
    if (entry.isDirectory()) yield* filesBelow(`${path}/${entry.name}`)
    else yield `${path}/${entry.name}`
  }
}

/** @param {string} folder */
function stampOf(folder) {
  try {
    return readFileSync(join(root, folder, STAMP), 'utf8')
  } catch {
    return null
  }
}
