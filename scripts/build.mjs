/**
 * Builds server/dist and web/dist: `npm run build`, with `-- --source-maps` for a debugger. Each is
 * made aside and takes its place when complete, so that a build that fails or is killed changes nothing.
 */
import './require-node.mjs'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { OUTPUTS, sourceFingerprint, STAMP } from './build-if-needed.mjs'
import { buildVerifiers } from './build-verifiers.mjs'
import { bundleServer, PROGRAMS } from './bundle-server.mjs'
import { installIfNeeded } from './install.mjs'
import { root, run } from './run.mjs'

const sourceMaps = process.argv.includes('--source-maps')
const fingerprint = sourceFingerprint()
const cache = join(root, '.cache')
const aside = `.cache/build-${process.pid}`

await installIfNeeded()
try {
  mkdirSync(join(root, aside), { recursive: true })
  removeAbandoned()
  const builds = [buildServer(`${aside}/server/dist`), buildWeb(`${aside}/web/dist`)]
  // Both to their ends: one that still writes would bring back the folder that is removed below.
  await Promise.allSettled(builds)
  await Promise.all(builds)
  for (const folder of OUTPUTS) replace(folder, `${aside}/${folder}`)
} catch (error) {
  // esbuild has shown its own errors.
  if (!(error instanceof Error && 'errors' in error)) console.error(error)
  process.exitCode = 1
} finally {
  rmSync(join(root, aside), { recursive: true, force: true })
}

/** @param {string} outdir */
async function buildServer(outdir) {
  await buildVerifiers(join(root, outdir))
  await bundleServer(PROGRAMS, outdir, { sourceMaps })
}

/** @param {string} outdir */
async function buildWeb(outdir) {
  const flags = ['--outDir', `../${outdir}`, '--manifest', '--logLevel', 'warn']
  if (sourceMaps) flags.push('--sourcemap')
  // React leaves its checks for developers in, if NODE_ENV comes in with another value.
  const env = { NODE_ENV: 'production' }
  const { code, output } = await run('vite', ['build', 'web', ...flags], { env })
  if (code !== 0) throw output
}

/**
 * @param {string} folder
 * @param {string} made
 */
function replace(folder, made) {
  writeFileSync(join(root, made, STAMP), fingerprint)
  const old = join(root, folder)
  if (existsSync(old)) renameSync(old, join(root, aside, `old-${folder.replace('/', '-')}`))
  renameSync(join(root, made), old)
}

/** What builds left that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(cache)) {
    const [, pid] = /^build-(\d+)$/.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) rmSync(join(cache, name), { recursive: true, force: true })
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
