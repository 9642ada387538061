import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Where the bundles of programs lie, if they do: beside this one. */
let bundles = import.meta.url.endsWith('.ts') ? null : new URL('.', import.meta.url)

/** For tests, which run from the sources: a folder with bundles, which start much faster. */
export function useBundlesIn(folder: URL): void {
  bundles = folder
}

/**
 * What `fork` runs in a process of its own: the file that `scripts/bundle-server.mjs` makes by this name, or
 * the source where there is no bundle.
 */
export function childProgram(source: URL, bundled: string): { path: string; execArgv: string[] } {
  if (bundles) return { path: fileURLToPath(new URL(`${bundled}.js`, bundles)), execArgv: [] }
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  return { path: fileURLToPath(source), execArgv: ['--import', loader] }
}
