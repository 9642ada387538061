import process, { exit, stderr, stdout } from 'node:process'
import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import { createLog } from './platform/log.ts'
import { endSmallStart } from './platform/small-start.ts'
import { startServer } from './server.ts'

/** In-flight work gets this long; acceptance.md, line 37, allows 10 s. */
const STOP_WITHIN_MS = 9000

/** Serves until a signal ends the process, and returns once it listens. What goes wrong before is one line and exit code 1. */
export async function run(
  readConfig: () => Config,
  prepare?: (db: Db, config: Config) => Promise<void>,
): Promise<{ url: string }> {
  try {
    const config = readConfig()
    const server = await startServer(config, createLog(config.logLevel), prepare)
    endSmallStart()
    // Before it says so: whoever waits for that may end it at once.
    stopOnSignal(server)
    stdout.write(`Front Desk is listening on ${server.url}\n`)
    return server
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    exit(1)
  }
}

function stopOnSignal(server: { stop(): Promise<void> }): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => exit(1), STOP_WITHIN_MS).unref()
    await server.stop()
    exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop())
  }
}
