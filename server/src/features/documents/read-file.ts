import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { platform } from 'node:process'
import { childProgram } from '../../platform/child-program.ts'

/** What could be made of a file. */
export interface ReadFile {
  state: 'done' | 'none' | 'failed'
  text: string
  /** Why it could not be read, in words for an admin. */
  reason?: string
  /** A small WebP. */
  thumbnail?: Buffer
}

export interface Bounds {
  /** Of the processor's time, where that can be seen (Linux), else of the clock's. */
  seconds: number
  heapMegabytes: number
  /** Of all its memory, where that can be seen (Linux). */
  megabytes: number
}

const TOO_LONG = 'Reading it takes too long'
const BOUNDS: Bounds = { seconds: 60, heapMegabytes: 256, megabytes: 768 }
const WATCH_MS = 100
/** Where the processor's time is counted, the clock may go on for so many times that: others come first. */
const MOST_WAITING = 10
/** Of processor time in a second, as Linux tells it everywhere (USER_HZ). */
const TICKS = 100

/**
 * Reads a file in a process of its own, which is ended where it takes too long or too much memory.
 * What that process told before stays told.
 * @throws where `signal` ended it
 */
export async function readFileApart(
  path: string,
  type: string,
  { signal, bounds = BOUNDS }: { signal?: AbortSignal; bounds?: Bounds } = {},
): Promise<ReadFile> {
  const { path: program, execArgv } = childProgram(
    new URL('reader/main.ts', import.meta.url),
    'document-reader',
  )
  const child = fork(program, [path, type], {
    execArgv: [...execArgv, `--max-old-space-size=${bounds.heapMegabytes}`],
    // It is to know nothing: the environment holds passwords.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  let found: ReadFile | undefined
  let ended: string | undefined
  child.on('message', (message: Partial<ReadFile>) => {
    if (message.state) found = message as ReadFile
    else if (found && message.thumbnail) found.thumbnail = Buffer.from(message.thumbnail)
  })
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
  return found ?? { state: 'failed', text: '', reason: ended ?? 'Reading it failed' }
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
