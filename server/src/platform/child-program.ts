import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * What `fork` runs in a process of its own: the source where the caller is one, else the file that
 * `scripts/build.mjs` puts beside the bundle by this name.
 */
export function childProgram(source: URL, bundled: string): { path: string; execArgv: string[] } {
  if (!import.meta.url.endsWith('.ts')) {
    return { path: fileURLToPath(new URL(`${bundled}.js`, import.meta.url)), execArgv: [] }
  }
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  return { path: fileURLToPath(source), execArgv: ['--import', loader] }
}
