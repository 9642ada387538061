import { run } from './run.mjs'

/**
 * @typedef {object} Component a package, as CycloneDX has it
 * @property {string} [group] the scope, such as `@aws-sdk`
 * @property {string} name
 * @property {string} version
 * @property {{ expression?: string, license?: { id?: string, name?: string } }[]} [licenses]
 */

/**
 * Writes the bill of materials (CycloneDX) of all that goes into the product, in the bundles or beside them.
 * @param {string} file
 * @param {{ everyPlatform?: boolean }} [options] as the lock file has it, not as it is installed here
 * @throws {Error} with what the program said
 */
export async function writeSbom(file, { everyPlatform = false } = {}) {
  // The schemas of the format are for whoever reads it: checking against them takes a hundred packages more.
  const flags = ['--no-validate', '--omit', 'dev', '--flatten-components', '--short-PURLs']
  if (everyPlatform) flags.push('--package-lock-only')
  const args = [...flags, '--output-reproducible', '--output-file', file]
  const { code, output } = await run('cyclonedx-npm', args)
  if (code !== 0) throw new Error(output)
}
