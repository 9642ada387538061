import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { platform } from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Account, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError, reasonOf } from './error.ts'
import { Keeper } from './keeper.ts'
import { clearCluster, readPostmaster, stopProcess } from './processes.ts'

interface ServerOptions {
  binaries: Binaries
  cluster: string
  account: Account
  settings: Record<string, string>
  log: (line: string) => void
}

/** One process of the server, from its start to its end. */
interface Run {
  process: ChildProcess
  /** Why it ended, in a few words. */
  ended: Promise<string>
  alive: boolean
  /** When it first took connections; 0 before. */
  readyAt: number
  /** The last lines that it said. */
  lines: string[]
}

/** A server that ends sooner than this is not started again at once. */
const HEALTHY_MS = 1000
const QUICK_TRIES = 7
const SLOW_TRY_MS = 15_000
/** How long the first start waits for what an earlier server left in the system to go. */
const STALE_MS = 3000
/** Crash recovery takes a while after a lot of writing; more than this is no recovery. */
const READY_MS = 10 * 60_000

/**
 * The folder as the server is told it. Node goes there as root before the process becomes another
 * user, and all of the server's processes stay there: so it works under a folder that only root may
 * enter, and at any length of path. macOS has no /proc, and gets the path.
 */
export const clusterArgument = (cluster: string) =>
  platform === 'linux' ? '/proc/self/cwd' : cluster

/** What PostgreSQL's programs get of our environment: nothing of it may change what they do. */
export const programEnvironment =
  platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', LC_ALL: 'C' }

/** Runs PostgreSQL on a cluster that this process owns, and starts it again whenever it dies. */
export class EmbeddedServer {
  readonly #options: ServerOptions
  readonly #keeper: Keeper
  readonly #stop = new AbortController()
  #run: Run | undefined
  #supervision: Promise<void> | undefined
  #stopped: Promise<void> | undefined

  constructor(options: ServerOptions) {
    this.#options = options
    this.#keeper = new Keeper(options.cluster, options.account)
  }

  /**
   * Starts it; resolves when it takes connections.
   * @throws EmbeddedPostgresError with PostgreSQL's own reason; everything is stopped then
   */
  async start(): Promise<void> {
    try {
      this.#supervision = this.#supervise(await this.#firstRun())
    } catch (error) {
      await this.stop()
      throw new EmbeddedPostgresError(`PostgreSQL did not start: ${reasonOf(error)}`)
    }
  }

  /** Fast shutdown, by force after a while; resolves when the processes have ended. */
  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown()
    return this.#stopped
  }

  async #firstRun(): Promise<Run> {
    for (const deadline = Date.now() + STALE_MS; ; await delay(100)) {
      try {
        return await this.#launch()
      } catch (error) {
        const passing = /lock file|shared memory|could not bind/.test(reasonOf(error))
        if (!passing || Date.now() > deadline) throw error
      }
    }
  }

  async #supervise(first: Run): Promise<void> {
    let run: Run | undefined = first
    for (let failures = 0; ;) {
      if (run) {
        const reason = await run.ended
        if (this.#stop.signal.aborted) return
        this.#options.log(`PostgreSQL ended (${reason}); starting it again.`)
        await this.#pause(Date.now() - run.readyAt > HEALTHY_MS ? 0 : 500)
      }
      try {
        run = await this.#launch()
        failures = 0
        this.#options.log('PostgreSQL is running again.')
      } catch (error) {
        if (this.#stop.signal.aborted) return
        run = undefined
        failures += 1
        // Never for good: a full disk, say, heals without a restart of the program.
        const wait = failures < QUICK_TRIES ? 100 * 2 ** failures : SLOW_TRY_MS
        if (failures === 1) this.#options.log(`PostgreSQL did not start again: ${reasonOf(error)}`)
        if (failures === QUICK_TRIES) {
          this.#options.log(
            `PostgreSQL failed ${failures} times in a row (${reasonOf(error)}): trying every ${wait / 1000} s from now on.`,
          )
        }
        await this.#pause(wait)
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stop.signal }).catch(() => {})
  }

  /** Starts a process and waits until it takes connections; rejects when it has ended instead. */
  async #launch(): Promise<Run> {
    await clearCluster(this.#options.cluster, this.#options.log)
    this.#stop.signal.throwIfAborted()
    const run = this.#spawn()
    this.#run = run
    const started = Date.now()
    while (run.alive) {
      const postmaster = readPostmaster(this.#options.cluster)
      if (postmaster?.ready && postmaster.pid === run.process.pid) {
        run.readyAt = Date.now()
        return run
      }
      const waited = Date.now() - started
      if (waited > READY_MS) await this.#end(run)
      await delay(waited < 2000 ? 10 : 50)
    }
    throw new Error(await run.ended)
  }

  #spawn(): Run {
    const { binaries, cluster, account, settings } = this.#options
    const switches = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const process = spawn(binaries.postgres, ['-D', clusterArgument(cluster), ...switches], {
      ...runAs(account),
      cwd: cluster,
      // Its own session, so that Ctrl-C does not reach it; a job object needs it attached (Windows).
      detached: platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: programEnvironment,
    })
    const run: Run = { process, alive: true, readyAt: 0, lines: [], ended: Promise.resolve('') }
    run.ended = this.#watch(run)
    if (process.pid !== undefined) this.#keeper.guard(process.pid)
    return run
  }

  async #watch(run: Run): Promise<string> {
    const { process } = run
    if (process.stderr)
      createInterface({ input: process.stderr }).on('line', (line) => this.#hear(run, line))
    const end = await new Promise<string | number>((resolve) => {
      process.once('error', (error) => resolve(error.message))
      process.once('exit', (code, name) => resolve(name ? `by ${name}` : (code ?? 0)))
    })
    run.alive = false
    // Its last words may still be in the pipe; not waited for to the end, since a backend that
    // outlives it holds the pipe open.
    if (run.readyAt === 0) await delay(50)
    return typeof end === 'string' ? end : (lastTrouble(run.lines) ?? `exit code ${end}`)
  }

  #hear(run: Run, line: string): void {
    if (run.lines.push(line) > 20) run.lines.shift()
    // What it says at its start and its end is routine; a failed start is told by its last line.
    if (run.readyAt > 0 && !this.#stop.signal.aborted) this.#options.log(`PostgreSQL: ${line}`)
  }

  async #shutDown(): Promise<void> {
    this.#stop.abort()
    if (this.#run) await this.#end(this.#run)
    await this.#supervision
    await this.#keeper.close()
  }

  async #end(run: Run): Promise<void> {
    const { pid } = run.process
    if (pid === undefined || !run.alive) return
    if (platform === 'win32') {
      // A signal would end it like a crash there.
      await promisify(execFile)(this.#options.binaries.pgCtl, [
        'stop',
        '-m',
        'fast',
        '-D',
        this.#options.cluster,
      ]).catch(() => {})
    }
    await stopProcess(pid, () => run.alive)
    await run.ended
  }
}

/** The reason in what a server said last; what it tells clients while it is down is none. */
function lastTrouble(lines: string[]): string | undefined {
  return lines
    .findLast(
      (line) =>
        /FATAL|PANIC|error/i.test(line) &&
        !/the database system is|terminating connection/.test(line),
    )
    ?.replace(/^.*?(FATAL|PANIC): +/, '')
}
