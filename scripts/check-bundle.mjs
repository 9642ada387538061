/** Adds up the JavaScript that the signed-in dashboard loads, as sent (Brotli), against its budget. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { brotliCompressSync } from 'node:zlib'
import { root } from './run.mjs'

const BUDGET_KB = 140
const SCREEN = ['index.html', 'src/app/shell.tsx', 'src/features/dashboard/dashboard-page.tsx']

const dist = join(root, 'web/dist')
/** @type {Record<string, { file: string, imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** @type {Map<string, number>} */
const sizes = new Map()
for (const source of SCREEN) add(source)
const total = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024
const files = [...sizes].map(
  ([file, size]) => `  ${(size / 1024).toFixed(1).padStart(6)} KB  ${file}`,
)
console.log(
  `The dashboard loads ${total.toFixed(1)} KB of JavaScript; its budget is ${BUDGET_KB} KB.`,
)
console.log(files.join('\n'))
if (total > BUDGET_KB) process.exitCode = 1

/** @param {string} source */
function add(source) {
  const chunk = manifest[source]
  if (!chunk)
    throw new Error(
      `${source} is not in the manifest: has it been renamed, or merged into another chunk?`,
    )
  if (sizes.has(chunk.file)) return
  sizes.set(chunk.file, brotliCompressSync(readFileSync(join(dist, chunk.file))).length)
  for (const imported of chunk.imports ?? []) add(imported)
}
