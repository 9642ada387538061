import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
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
