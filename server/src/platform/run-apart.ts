import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { platform } from 'node:process'

export interface Bounds {
  /** Of the processor's time, where that can be seen (Linux), else of the clock's. */
  seconds: number
  heapMegabytes: number
  /** Of all its memory, where that can be seen (Linux). */
  megabytes: number
}

const TOO_LONG = 'Reading it takes too long'
const WATCH_MS = 100
/** Where the processor's time is counted, the clock may go on for so many times that: others come first. */
const MOST_WAITING = 10
/** Of processor time in a second, as Linux tells it everywhere (USER_HZ). */
const TICKS = 100

/**
 * Runs a program that reads a file in a process of its own, which is ended where it takes too long or too
 * much memory. What it told before stays told.
 * @param program what `childProgram` says of it
 * @returns why it was ended, in words for an admin; undefined where it came to its own end
 * @throws where `signal` ended it
 */
export async function runApart(
  { path, execArgv }: { path: string; execArgv: string[] },
  args: string[],
  {
    bounds,
    signal,
    onMessage,
  }: { bounds: Bounds; signal?: AbortSignal; onMessage: (message: unknown) => void },
): Promise<string | undefined> {
  const child = fork(path, args, {
    execArgv: [...execArgv, `--max-old-space-size=${bounds.heapMegabytes}`],
    // It is to know nothing: the environment holds passwords.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  let ended: string | undefined
  child.on('message', onMessage)
  const end = (reason: string) => {
    ended ??= reason
    child.kill('SIGKILL')
  }
  const stop = () => end('stopped')
  signal?.addEventListener('abort', stop, { once: true })
  const patience = platform === 'linux' ? MOST_WAITING : 1
  const timer = setTimeout(() => end(TOO_LONG), patience * bounds.seconds * 1000)
  const watch = watchUse(child, bounds, end)
  try {
    lowerPriority(child)
    await new Promise<void>((resolve) => {
      child.once('close', () => resolve())
      child.once('error', () => resolve())
    })
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    signal?.removeEventListener('abort', stop)
  }
  signal?.throwIfAborted()
  return ended
}

/** Those who wait for a page come first. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
}

/** What isn't JavaScript's own memory knows no limit of Node's, and a busy machine makes no file a slow one. */
function watchUse({ pid }: ChildProcess, bounds: Bounds, onTooMuch: (reason: string) => void) {
  if (platform !== 'linux' || pid === undefined) return undefined
  const tell = async (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const look = async () => {
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(await tell('status'))?.[1] ?? 0)
    if (kilobytes > bounds.megabytes * 1024) onTooMuch('Reading it takes too much memory')
    // Behind the name, which may hold spaces: its own time and the kernel's for it are 12th and 13th.
    const [, use = ''] = /\) (.*)$/.exec((await tell('stat')).trim()) ?? []
    const [own = 0, kernels = 0] = use.split(' ').slice(11, 13).map(Number)
    if (own + kernels > bounds.seconds * TICKS) onTooMuch(TOO_LONG)
  }
  return setInterval(() => void look(), WATCH_MS)
}
