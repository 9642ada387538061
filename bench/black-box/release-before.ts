import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { leaveTraces, type Traces } from './smoke.ts'
import { Visitor } from './visitor.ts'
import { type RunningDesk, serve } from './way.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const START_WITHIN_SECONDS = 600

/** The last commit before the newest migration: what is on `main` today has to bring its data up to date. */
export async function commitBeforeNewestMigration(): Promise<string> {
  const { stdout } = await git(
    'log',
    '-1',
    '--first-parent',
    '--format=%h',
    '--',
    'server/migrations',
  )
  return (await git('rev-parse', '--short', `${stdout.trim()}^`)).stdout.trim()
}

/** Has the program of a commit write a data folder. Needs npm's registry, or its cache. */
export async function writeWith(commit: string, folder: string, dataDir: string): Promise<Traces> {
  const before = await programOf(commit, folder)
  const desk = await before.serve({ DATA_DIR: dataDir })
  const traces = await leaveTraces(new Visitor(desk.url))
  await desk.stop()
  await before.remove()
  return traces
}

/** A version that was, from its commit: it installs and builds itself when it is first served. */
export interface ProgramBefore {
  serve(settings: Record<string, string>): Promise<RunningDesk>
  remove(): Promise<void>
}

/** Its sources stand in a new folder within this one. */
export async function programOf(commit: string, folder: string): Promise<ProgramBefore> {
  const sources = join(folder, 'before')
  await mkdir(sources)
  await git('archive', '--output', join(folder, 'before.tar'), commit)
  await run('tar', ['-xf', join(folder, 'before.tar'), '-C', sources])
  const args = [join(sources, 'scripts/start.mjs')]
  return {
    serve: async (settings) => {
      const plain = { ...env, HOST: '127.0.0.1', PORT: '0', ...settings }
      return serve({ command: execPath, args, cwd: folder, env: plain }, START_WITHIN_SECONDS)
    },
    remove: async () => rm(sources, { recursive: true }),
  }
}

const git = async (...args: string[]) => run('git', args, { cwd: root })
