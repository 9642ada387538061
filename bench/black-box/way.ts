import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { kill } from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

const LISTENING = /^Front Desk is listening on (http:\S+)/
const STOP_WITHIN_MS = 10_000

/** One of the ways in which Front Desk comes to somebody who runs it. */
export interface Way {
  name: string
  /** What it is when it is fetched. */
  megabytes?: number
  /** Starts it on the data that it had before; resolves when it listens. */
  start(): Promise<RunningDesk>
  /** The operator's command line, while the server runs. Returns what it printed. @throws where it fails */
  admin(...args: string[]): Promise<string>
  /** Looks whether all is as it should be once it has run, and removes what was made. @throws where it isn't */
  leave(): Promise<void>
}

export interface RunningDesk {
  url: string
  /** From the command to the line that it listens. */
  seconds: number
  /** Sends SIGTERM. @throws where it takes longer than 10 s or ends with an error */
  stop(): Promise<void>
}

export interface Command {
  command: string
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
}

/** Runs a command that serves. @throws with what it printed, where it doesn't listen in time */
export async function serve(
  { command, args, cwd, env }: Command,
  withinSeconds: number,
): Promise<RunningDesk> {
  const started = performance.now()
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const said: string[] = []
  const listening = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line)
        const url = LISTENING.exec(line)?.[1]
        if (url) resolve(url.replace('0.0.0.0', '127.0.0.1'))
      })
    }
    child.once('error', reject)
    child.once('exit', () => reject(new Error('it ended')))
    setTimeout(() => reject(new Error(`${withinSeconds} s are over`)), withinSeconds * 1000).unref()
  })
  try {
    const url = await listening
    return { url, seconds: (performance.now() - started) / 1000, stop: async () => stop(child) }
  } catch (error) {
    end(child)
    throw new Error(`${command} ${args.join(' ')}: ${String(error)}\n${said.join('\n')}`, {
      cause: error,
    })
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const deadline = performance.now() + STOP_WITHIN_MS
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>
  child.kill('SIGTERM')
  // npm, which passes the signal on, ends before what it has started.
  while (isRunning(child) && performance.now() < deadline) await delay(20)
  const isLate = isRunning(child)
  end(child)
  const [code, signal] = await exit
  if (isLate) throw new Error('10 s after SIGTERM it still runs')
  if (code !== 0 && signal !== 'SIGTERM') {
    throw new Error(`After SIGTERM it ended with ${signal ?? code}, not with 0`)
  }
}

/** It, or anything that it has started. */
function isRunning(child: ChildProcess): boolean {
  try {
    return child.pid !== undefined && kill(-child.pid, 0)
  } catch {
    return false
  }
}

/** With all that it has started. */
function end(child: ChildProcess): void {
  if (child.pid !== undefined && isRunning(child)) kill(-child.pid, 'SIGKILL')
}
