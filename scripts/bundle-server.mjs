import { root } from './run.mjs'
import { FOUND_AT_RUN_TIME } from './runtime-packages.mjs'

/** Packages in CommonJS still ask for these. */
const BANNER = `import { createRequire as createRequireHere } from 'node:module'
import { fileURLToPath as pathOfUrl } from 'node:url'
const require = createRequireHere(import.meta.url)
const __filename = pathOfUrl(import.meta.url)
const __dirname = pathOfUrl(new URL('.', import.meta.url))`

/** Names without folders: the server finds its files one level above the bundle. */
export const PROGRAMS = {
  main: 'server/src/main.ts',
  admin: 'server/src/cli/admin.ts',
  'document-reader': 'server/src/features/documents/reader/main.ts',
  'handbook-reader': 'server/src/features/handbook/reader/main.ts',
  'password-guesses': 'server/src/features/accounts/password-guesses.process.ts',
  demo: 'server/demo/main.ts',
}

/**
 * @param {Record<string, string>} entryPoints
 * @param {string} outdir a folder in `server`, or of the same shape
 * @param {{ sourceMaps?: boolean }} [options]
 */
export async function bundleServer(entryPoints, outdir, { sourceMaps = false } = {}) {
  // Late: the build imports this file before it knows that everything is installed.
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints,
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
}
