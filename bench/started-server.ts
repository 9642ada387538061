import { execFile, spawn } from 'node:child_process'
import { env, execPath } from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const LISTENING = /listening on (http:\S+)/
const START_WITHIN_MS = 60_000

/** A server that a benchmark runs as a process of its own. */
export interface StartedServer {
  /** Such as `http://127.0.0.1:41234`. */
  url: string
  pid: number
  /** Keeps what it prints from now on. */
  keepLog(): KeptLog
  /** Ends it by a signal, and resolves when it is gone. */
  end(signal: NodeJS.Signals): Promise<void>
}

export interface KeptLog {
  read(): string
  /** Keeps no more. */
  stop(): void
}

/** What a program of the build is started with. */
export interface Settings extends Record<string, string> {
  DATA_DIR: string
}

/** Starts a program of the build; resolves when it listens. @throws with what it said, if it ends before */
export async function startBuilt(
  program: 'main' | 'demo',
  settings: Settings,
): Promise<StartedServer> {
  return start([fromRoot(`server/dist/${program}.js`)], {
    HOST: '127.0.0.1',
    PORT: '0',
    ...settings,
  })
}

/** Starts a script of this folder; it says where it listens, as the server does. */
export async function startScript(
  name: string,
  settings: Record<string, string>,
): Promise<StartedServer> {
  return start(['--import', import.meta.resolve('tsx'), fromRoot(`bench/${name}`)], settings)
}

/** Runs `npm run admin -- <args>` of the build. Returns what it printed, whether it succeeded or not. */
export async function runAdmin(args: string[], settings: Settings): Promise<string> {
  return (await runAdminCommand(args, settings)).said
}

/** The same, with the code that it ended with. */
export async function runAdminCommand(
  args: string[],
  settings: Settings,
): Promise<{ code: number; said: string }> {
  const { stdout, stderr, code } = await promisify(execFile)(
    execPath,
    [fromRoot('server/dist/admin.js'), ...args],
    { env: environment(settings), cwd: fromRoot('bench') },
  ).then(
    (done) => ({ ...done, code: 0 }),
    (failed: { stdout: string; stderr: string; code: number }) => failed,
  )
  return { code, said: `${stdout}${stderr}`.trim() }
}

/** Neither the developer's settings reach a program nor, by the folder it stands in, their .env. */
function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  return { PATH: env.PATH, HOME: env.HOME, ...settings }
}

async function start(args: string[], settings: Record<string, string>): Promise<StartedServer> {
  // Ends with us, however we end: its stdin is our pipe.
  const preload = ['--import', new URL('../scripts/end-with-parent.mjs', import.meta.url).href]
  const child = spawn(execPath, [...preload, ...args], {
    cwd: fromRoot('bench'),
    env: environment(settings),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), START_WITHIN_MS)
  const lines = createInterface({ input: child.stdout })
  const url = await new Promise<string>((resolve, reject) => {
    const said: string[] = []
    lines.on('line', (line) => {
      said.push(line)
      const found = LISTENING.exec(line)?.[1]
      if (found) resolve(found)
    })
    const fail = (how: string) =>
      reject(new Error(`${args.at(-1)} ${how} before it listened.\n${said.join('\n')}`))
    child.once('error', (error) => fail(`failed (${error.message})`))
    child.once('exit', (code, signal) => fail(`ended with ${signal ?? code}`))
  })
  clearTimeout(timer)
  // From here on its log is only let through: reading it would cost the benchmark's own time.
  lines.close()
  child.stdout.resume()
  return {
    url,
    pid: child.pid!,
    keepLog: () => {
      const kept: Buffer[] = []
      const keep = (chunk: Buffer) => void kept.push(chunk)
      child.stdout.on('data', keep)
      return {
        read: () => Buffer.concat(kept).toString(),
        stop: () => void child.stdout.off('data', keep),
      }
    },
    end: async (signal) => {
      child.kill(signal)
      await ended
    },
  }
}
