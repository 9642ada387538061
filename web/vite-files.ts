import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { APP_ICONS } from '../contract/src/constants.ts'

const GREEN = '#1b5a45'

type Icon = { name: string; size: number; share: number; fill?: string }

const iconOf = (name: (typeof APP_ICONS)[number]): Icon =>
  name.startsWith('maskable-')
    ? { name: `${name}.png`, size: Number(name.slice(9)), share: 0.74, fill: GREEN }
    : { name: `icon-${name}.png`, size: Number(name), share: 1 }

/** The icons of a brokerage without a logo, drawn from the mark: `share` is how much of the square it takes. */
const ICONS = [
  ...APP_ICONS.map(iconOf),
  { name: 'apple-touch-icon.png', size: 180, share: 0.86, fill: GREEN },
  // In a phone's status line only its shape is seen.
  { name: 'badge-96.png', size: 96, share: 1.15, fill: 'none' },
]

/** Draws the app's icons into the build. */
export function appIcons(): Plugin {
  return {
    name: 'app-icons',
    apply: 'build',
    async generateBundle() {
      const mark = await readFile(new URL('public/favicon.svg', import.meta.url), 'utf8')
      for (const { name, size, share, fill } of ICONS) {
        const drawing = fill === undefined ? mark : onGround(mark, { share, fill })
        const svg = Buffer.from(drawing)
        const picture = sharp(svg, { density: (72 * size) / 32 }).resize(size, size)
        const source = await picture.png({ palette: true, effort: 10 }).toBuffer()
        this.emitFile({ type: 'asset', fileName: `icons/${name}`, source })
      }
    },
  }
}

/** The mark without its rounded square, on a ground up to the edges. */
function onGround(mark: string, { share, fill }: { share: number; fill: string }): string {
  const [shape = ''] = /<g[\s\S]*<\/g>/.exec(mark) ?? []
  const move = `translate(16 16) scale(${share}) translate(-16 -15.6)`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">
    <rect width="32" height="32" fill="${fill}" /><g transform="${move}">${shape}</g></svg>`
}

const workerSource = fileURLToPath(new URL('worker/service-worker.ts', import.meta.url))
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
          entryPoints: [workerSource],
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

/** Says beside Vite's manifest which of our modules each chunk holds, for `scripts/check-bundle.mjs`. */
export function chunkModules(): Plugin {
  return {
    name: 'chunk-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      const own = (id: string) => id.startsWith(import.meta.dirname) && !id.includes('node_modules')
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk'
          ? [
              [
                chunk.fileName,
                chunk.moduleIds.filter(own).map((id) => relative(import.meta.dirname, id)),
              ],
            ]
          : [],
      )
      const source = JSON.stringify(Object.fromEntries(modules))
      this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source })
    },
  }
}

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
