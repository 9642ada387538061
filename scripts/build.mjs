/**
 * Builds server/dist and web/dist: `npm run build`, with `-- --source-maps` for a debugger. Each is
 * made aside and takes its place when complete, so that a build that fails or is killed changes nothing.
 */
import './require-node.mjs'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { OUTPUTS, sourceFingerprint, STAMP } from './build-if-needed.mjs'
import { buildVerifiers } from './build-verifiers.mjs'
import { installIfNeeded } from './install.mjs'
import { root, run } from './run.mjs'
import { FOUND_AT_RUN_TIME } from './runtime-packages.mjs'

/** Packages in CommonJS still ask for these. */
const BANNER = `import { createRequire as createRequireHere } from 'node:module'
import { fileURLToPath as pathOfUrl } from 'node:url'
const require = createRequireHere(import.meta.url)
const __filename = pathOfUrl(import.meta.url)
const __dirname = pathOfUrl(new URL('.', import.meta.url))`

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
  const { build } = await import('esbuild')
  await buildVerifiers(join(root, outdir))
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    // Names without folders: the server finds its files one level above the bundle.
    entryPoints: {
      main: 'server/src/main.ts',
      admin: 'server/src/cli/admin.ts',
      'document-reader': 'server/src/features/documents/reader/main.ts',
      'handbook-reader': 'server/src/features/handbook/reader/main.ts',
      'password-guesses': 'server/src/features/accounts/password-guesses.process.ts',
      demo: 'server/demo/main.ts',
    },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // ES modules where a package has them: a CommonJS one that is imported late has no named exports.
    mainFields: ['module', 'main'],
    external: FOUND_AT_RUN_TIME,
    banner: { js: BANNER },
    sourcemap: sourceMaps ? 'linked' : false,
    // V8 keeps the source for as long as it runs; names and lines stay, for whoever reads a stack.
    legalComments: 'none',
    minifyWhitespace: true,
    lineLimit: 160,
    logLevel: 'warning',
  })
  for (const output of Object.keys(metafile.outputs)) {
    if (output.endsWith('.js')) escapeBeyondLatin1(join(root, output))
  }
}

/**
 * One letter beyond Latin-1 makes V8 keep the whole file as two bytes a letter. esbuild escapes them in
 * strings, not in regular expressions.
 * @param {string} file
 */
function escapeBeyondLatin1(file) {
  const program = readFileSync(file, 'utf8')
  const escaped = program.replaceAll(
    /[^\0-\u00ff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  if (escaped !== program) writeFileSync(file, escaped)
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
