import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve, type Way } from './way.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
/** The first start installs and builds. */
const START_WITHIN_SECONDS = 600

/** A clone of what is committed, as the README has it: `git clone`, `npm start`. */
export async function cloneWay(): Promise<Way> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-clone-'))
  const clone = join(folder, 'front-desk')
  await run('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone])
  const plain = { ...npmSettings(), PATH: env.PATH, HOME: env.HOME, PORT: '0' }
  return {
    name: 'clone',
    start: async () =>
      serve({ command: 'npm', args: ['start'], cwd: clone, env: plain }, START_WITHIN_SECONDS),
    admin: async (...args) => {
      const words = ['run', '--silent', 'admin', '--', ...args]
      return (await run('npm', words, { cwd: clone, env: plain })).stdout
    },
    leave: async () => {
      try {
        const { stdout } = await run('git', ['status', '--porcelain'], { cwd: clone })
        if (stdout !== '') throw new Error(`Git sees what it wrote:\n${stdout}`)
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 10 })
      }
    },
  }
}

/** How npm reaches its registry here. */
const npmSettings = () =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => /^(npm_config_|https?_proxy|node_extra_ca)/i.test(name)),
  )
