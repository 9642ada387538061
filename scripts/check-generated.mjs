/** Writes the generated files again; fails, leaving the new ones, where that changes anything. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root, run } from './run.mjs'

const GENERATED = [
  { file: 'server/src/db/schema.ts', generator: 'server/src/db/generate-schema.ts' },
]

for (const { file, generator } of GENERATED) {
  const before = read(file)
  const { code, output } = await run('tsx', [generator])
  if (code !== 0) {
    console.error(`${generator} failed:\n${output}`)
    process.exitCode = 1
  } else if (read(file) !== before) {
    console.error(`${file} was not what ${generator} writes. It has been written again: commit it.`)
    process.exitCode = 1
  }
}

/** @param {string} file */
function read(file) {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
