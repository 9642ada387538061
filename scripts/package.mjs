/**
 * `npm run package`: makes dist/release/front-desk-<version>-<platform>-<arch>.tar.gz, which needs Node and nothing
 * else where it is unpacked. `-- --folder <path>` makes what is in it, and no archive.
 */
import './require-node.mjs'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { buildIfNeeded } from './build-if-needed.mjs'
import { installIfNeeded } from './install.mjs'
import { root, run } from './run.mjs'
import { runtimePackages } from './runtime-packages.mjs'
import { writeSbom } from './sbom.mjs'

const PROGRAM = ['server/dist', 'server/migrations', 'server/library', 'web/dist', 'LICENSE']
const SCRIPTS = ['become-program.mjs', 'require-node.mjs', 'start-release.mjs']
/** For developers and for other systems: half of what the packages hold. */
const NEVER_READ =
  /\.(map|a|d\.[cm]?ts)$|\/\.yarn(\/|$)|\/pdfjs-dist\/(build|web|types|image_decoders|legacy\/(web|image_decoders|build\/.*(min|sandbox)\..*))(\/|$)/

const { version, license, engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const name = `front-desk-${version}-${process.platform}-${process.arch}`
const [, , flag, chosen] = process.argv
if (flag !== undefined && !(flag === '--folder' && chosen)) {
  console.error('Usage: npm run package [-- --folder <path>]')
  process.exit(2)
}

await installIfNeeded()
await buildIfNeeded()
if (chosen) await fill(chosen)
else await makeArchive(join(root, 'dist/release'))

/** @param {string} releases */
async function makeArchive(releases) {
  const folder = join(root, '.cache/release', name)
  try {
    await fill(folder)
    await mkdir(releases, { recursive: true })
    const archive = join(releases, `${name}.tar.gz`)
    await pack(folder, archive)
    const sbom = join(releases, `${name}.cdx.json`)
    await copyFile(join(folder, 'sbom.cdx.json'), sbom)
    await writeSums(join(releases, 'SHA256SUMS'), [archive, sbom])
    const megabytes = (await stat(archive)).size / 1e6
    console.log(`${relative(process.cwd(), archive)}  ${megabytes.toFixed(1)} MB`)
  } finally {
    await rm(dirname(folder), { recursive: true, force: true })
  }
}

/** @param {string} folder is emptied first */
async function fill(folder) {
  await rm(folder, { recursive: true, force: true })
  for (const path of [...PROGRAM, ...runtimePackages()]) {
    await cp(join(root, path), join(folder, path), {
      recursive: true,
      filter: (from) => !NEVER_READ.test(from.replaceAll(sep, '/')) && !isNested(from, path),
    })
  }
  await mkdir(join(folder, 'scripts'))
  for (const script of SCRIPTS) {
    await copyFile(join(root, 'scripts', script), join(folder, 'scripts', script))
  }
  await copyFile(join(root, 'scripts/release/front-desk'), join(folder, 'front-desk'))
  const about = { name: 'front-desk', version, private: true, license, type: 'module', engines }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
  await writeSbom(join(folder, 'sbom.cdx.json'))
  await writeSums(join(folder, 'SHA256SUMS'), await filesBelow(folder))
}

/**
 * Packages within a package are in the list themselves, where they are needed.
 * @param {string} from
 * @param {string} path
 */
function isNested(from, path) {
  return path.includes('node_modules') && relative(join(root, path), from) === 'node_modules'
}

/** @param {string} folder */
async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/**
 * As `sha256sum -c` reads it.
 * @param {string} list is written
 * @param {string[]} files
 */
async function writeSums(list, files) {
  const lines = []
  for (const file of files) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    lines.push(`${hash.digest('hex')}  ${relative(dirname(list), file).replaceAll(sep, '/')}\n`)
  }
  await writeFile(list, lines.join(''))
}

/**
 * When the sources were committed. The web app's files are told apart by their size and this time.
 * @returns {Promise<Date>}
 */
async function timeOfSources() {
  const seconds = process.env.SOURCE_DATE_EPOCH
  if (seconds) return new Date(Number(seconds) * 1000)
  const { code, output } = await run('/usr/bin/env', ['git', 'log', '-1', '--format=%cI'])
  return code === 0 ? new Date(output.trim()) : new Date()
}

/**
 * The same files make the same archive: in order of their names, of nobody, of the time of their sources.
 * @param {string} folder
 * @param {string} archive
 */
async function pack(folder, archive) {
  const { pack: tar } = await import('tar-stream')
  const entries = tar()
  const mtime = await timeOfSources()
  const written = pipeline(entries, createGzip(), createWriteStream(archive))
  for (const file of await filesBelow(folder)) {
    const { mode, size } = await stat(file)
    const path = `${basename(folder)}/${relative(folder, file).replaceAll(sep, '/')}`
    const entry = entries.entry({
      name: path,
      size,
      mode: mode & 0o111 ? 0o755 : 0o644,
      mtime,
    })
    await pipeline(createReadStream(file), entry)
  }
  entries.finalize()
  await written
}
