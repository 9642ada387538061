import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { childProgram } from '../../platform/child-program.ts'

/** How soon a guesser who knows what people choose finds a password, and why so soon. */
export interface Guesses {
  guesses: number
  weakness: 'common' | 'repeats' | 'sequence' | 'words'
}

/** A question to the process; its answer has the same id. */
export interface GuessesRequest {
  id: number
  password: string
}

/** The work grows with the square of the length; these tell enough of a good one. */
const LOOKED_AT = 32

/** Without new passwords the process ends after this, and its memory is free again. */
const IDLE_MS = 60_000

interface Waiting {
  resolve: (guesses: Guesses) => void
  reject: (error: Error) => void
}

interface Estimator {
  child: ChildProcess
  waiting: Map<number, Waiting>
  idle?: NodeJS.Timeout
}

let running: Estimator | undefined
let lastId = 0

/**
 * Estimates a new password by its first characters, in a process that is there only while people
 * choose passwords: everyone else is answered meanwhile.
 * @throws where that process fails
 */
export async function guessesFor(password: string): Promise<Guesses> {
  const { child, waiting, idle } = (running ??= start())
  clearTimeout(idle)
  const id = (lastId += 1)
  const request: GuessesRequest = { id, password: [...password].slice(0, LOOKED_AT).join('') }
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    // A command that only waits for this answer must not end without it.
    child.ref()
    child.channel?.ref()
    child.send(request)
  })
}

function start(): Estimator {
  const source = new URL('password-guesses.process.ts', import.meta.url)
  const { path, execArgv } = childProgram(source, 'password-guesses')
  const child = fork(path, {
    execArgv,
    // It is to know nothing: the environment holds passwords.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const estimator: Estimator = { child, waiting: new Map() }
  lowerPriority(child)
  child.on('message', ({ id, ...found }: Guesses & { id: number }) => {
    estimator.waiting.get(id)?.resolve(found)
    estimator.waiting.delete(id)
    if (estimator.waiting.size === 0) rest(estimator)
  })
  const end = () => {
    if (running === estimator) running = undefined
    const error = new Error('The process that estimates passwords has ended')
    for (const { reject } of estimator.waiting.values()) reject(error)
    estimator.waiting.clear()
  }
  child.on('error', end)
  child.on('exit', end)
  return estimator
}

/** Holds nobody up who wants to stop, and ends by itself after a while. */
function rest(estimator: Estimator): void {
  const { child } = estimator
  child.unref()
  child.channel?.unref()
  estimator.idle = setTimeout(() => {
    if (running === estimator) running = undefined
    child.kill()
  }, IDLE_MS).unref()
}

/** Those who wait for a page come first. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
}
