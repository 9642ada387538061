import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const worthIt = /\.(?:html|m?js|css|svg|json|txt|webmanifest)$/
const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Writes `.br` and `.gz` beside every text file, so that no request pays for the best level. */
export function precompress(): Plugin {
  let outDir = 'dist'
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const names = await readdir(outDir, { recursive: true })
        await Promise.all(
          names.filter((name) => worthIt.test(name)).map((name) => compress(join(outDir, name))),
        )
      },
    },
  }
}

async function compress(file: string) {
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await Promise.all([
    writeFile(`${file}.br`, await brotli(bytes, { params })),
    writeFile(`${file}.gz`, await gz(bytes, { level: constants.Z_BEST_COMPRESSION })),
  ])
}
