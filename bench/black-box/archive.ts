import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { arch, env, execPath, platform } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve, type Way } from './way.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const START_WITHIN_SECONDS = 120

/** The release archive, made anew and unpacked where nothing else is: no npm, no packages, no sources. */
export async function archiveWay(): Promise<Way> {
  await run(execPath, [join(root, 'scripts/package.mjs')], { cwd: root })
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const name = `front-desk-${version}-${platform}-${arch}`
  const archive = join(root, 'dist/release', `${name}.tar.gz`)
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-archive-'))
  await run('tar', ['-xzf', archive, '-C', folder])
  const release = join(folder, name)
  // Nothing of the developer's: not their packages, and no settings.
  const plain = { PATH: env.PATH, HOME: env.HOME, PORT: '0', DATA_DIR: join(folder, 'data') }
  const command = join(release, 'front-desk')
  return {
    name: 'archive',
    megabytes: (await readFile(archive)).length / 1e6,
    start: async () => serve({ command, args: [], cwd: release, env: plain }, START_WITHIN_SECONDS),
    admin: async (...args) => {
      const { stdout } = await run(command, ['admin', ...args], { cwd: release, env: plain })
      return stdout
    },
    leave: async () => {
      try {
        await requireUntouched(release)
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 10 })
      }
    },
  }
}

/** Every file is what SHA256SUMS says, and there are no others. */
async function requireUntouched(release: string): Promise<void> {
  const lines = (await readFile(join(release, 'SHA256SUMS'), 'utf8')).trim().split('\n')
  const promised = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  const entries = await readdir(release, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((one) => !one.isDirectory())) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(release.length + 1)
    const hash = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    if (name !== 'SHA256SUMS' && promised.get(name) !== hash) {
      throw new Error(`${name} was written into the program's own folder`)
    }
    promised.delete(name)
  }
  if (promised.size > 0) throw new Error(`Gone: ${[...promised.keys()].join(', ')}`)
}
