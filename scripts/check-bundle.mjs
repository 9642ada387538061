/** Adds up the JavaScript that the signed-in dashboard loads, as sent (Brotli), against its budget. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { brotliCompressSync } from 'node:zlib'
import { root } from './run.mjs'

const BUDGET_KB = 140
/** What the first scripts load for this screen, beside what they import. */
const SCREEN = 'src/features/dashboard/dashboard-page.tsx'

const dist = join(root, 'web/dist')
/** @type {Record<string, { file: string, imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
const chunks = Object.values(manifest)

/** @type {Map<string, number>} */
const sizes = new Map()
const page = readFileSync(join(dist, 'index.html'), 'utf8')
for (const [, file = ''] of page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)) add(file)
const screen = manifest[SCREEN]
if (!screen) throw new Error(`The build has no chunk for ${SCREEN}: where is it now?`)
add(screen.file)
const total = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024
console.log(
  `The dashboard loads ${total.toFixed(1)} KB of JavaScript; its budget is ${BUDGET_KB} KB.`,
)
for (const [file, size] of sizes) console.log(`${(size / 1024).toFixed(1).padStart(8)} KB  ${file}`)
if (total > BUDGET_KB) process.exitCode = 1

/** @param {string} file with what it imports in turn */
function add(file) {
  if (sizes.has(file)) return
  sizes.set(file, brotliCompressSync(readFileSync(join(dist, file))).length)
  const imports = chunks.find((chunk) => chunk.file === file)?.imports ?? []
  for (const name of imports) add(manifest[name]?.file ?? name)
}
