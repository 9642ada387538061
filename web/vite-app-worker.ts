import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'vite'

const source = fileURLToPath(new URL('worker/service-worker.ts', import.meta.url))
/** Scripts of other writing systems than Latin come when they are needed, as without the worker. */
const isKept = (name: string) =>
  /\.(?:js|mjs|css|svg|png|webp|wasm)$/.test(name) || /-latin-wght-.*\.woff2$/.test(name)

/**
 * Builds the service worker as a file of its own, with the names of all that it keeps; the page says of
 * which build it is.
 */
export function appWorker(): Plugin {
  let outDir = 'dist'
  return {
    name: 'app-worker',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const names = await readdir(join(outDir, 'assets'))
        const page = join(outDir, 'index.html')
        const html = await readFile(page, 'utf8')
        const files = ['/favicon.svg', ...names.filter(isKept).map((name) => `/assets/${name}`)]
        const version = createHash('sha256')
          .update(JSON.stringify([...names].sort()) + html)
          .digest('hex')
          .slice(0, 16)
        const meta = `<meta name="front-desk-build" content="${version}" />`
        await writeFile(
          page,
          html.replace('</head>', () => `${meta}</head>`),
        )
        await build({
          entryPoints: [source],
          outfile: join(outDir, 'sw.js'),
          bundle: true,
          minify: true,
          format: 'iife',
          target: ['chrome123', 'firefox128', 'safari17.5'],
          define: { BUILD: JSON.stringify({ version, files }) },
          legalComments: 'none',
          logLevel: 'warning',
        })
      },
    },
  }
}
