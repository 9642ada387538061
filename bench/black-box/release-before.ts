import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { leaveTraces, type Traces } from './smoke.ts'
import { Visitor } from './visitor.ts'
import { serve } from './way.ts'

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
  const sources = join(folder, 'before')
  await mkdir(sources)
  await git('archive', '--output', join(folder, 'before.tar'), commit)
  await run('tar', ['-xf', join(folder, 'before.tar'), '-C', sources])
  const plain = { ...env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir }
  const args = [join(sources, 'scripts/start.mjs')]
  const desk = await serve(
    { command: execPath, args, cwd: folder, env: plain },
    START_WITHIN_SECONDS,
  )
  const traces = await leaveTraces(new Visitor(desk.url))
  await desk.stop()
  await rm(sources, { recursive: true })
  return traces
}

const git = async (...args: string[]) => run('git', args, { cwd: root })
