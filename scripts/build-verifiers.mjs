/**
 * Makes the two programs that a pack of evidence carries, verify.mjs and verify.html, each in one file that
 * needs nothing else: `node scripts/build-verifiers.mjs <folder>`, and a part of the build.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { root } from './run.mjs'

const SOURCES = 'server/verifier'

/** @param {string} folder is made where it isn't there */
export async function buildVerifiers(folder) {
  mkdirSync(folder, { recursive: true })
  const script = (await bundle('page.ts', { format: 'iife', target: 'es2022' })).trim()
  const style = readFileSync(join(root, SOURCES, 'page.css'), 'utf8').trim()
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const parts = { policy, style, script }
  const page = readFileSync(join(root, SOURCES, 'page.html'), 'utf8').replaceAll(
    /\s*%(style|script)%\s*|%(policy)%/g,
    (_, whole, within) => parts[/** @type {keyof typeof parts} */ (whole ?? within)],
  )
  writeFileSync(join(folder, 'verify.html'), page)
  const program = await bundle('node.ts', {
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // It is read by whoever doubts it.
    minify: false,
  })
  writeFileSync(join(folder, 'verify.mjs'), program)
}

/**
 * @param {string} entry
 * @param {import('esbuild').BuildOptions} options
 */
async function bundle(entry, options) {
  // Late: the build imports this file before it knows that everything is installed.
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(SOURCES, entry)],
    bundle: true,
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
    ...options,
  })
  return (outputFiles ?? []).map(({ text }) => text).join('')
}

/** @param {string} text */
const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`

const [, called, folder] = process.argv
if (called && import.meta.url === pathToFileURL(called).href) {
  if (!folder) throw new Error('Usage: node scripts/build-verifiers.mjs <folder>')
  await buildVerifiers(folder)
}
