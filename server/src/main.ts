import process, { exit, stderr, stdout } from 'node:process'
import { pino } from 'pino'
import { readConfig } from './config.ts'
import { startServer } from './server.ts'

/** In-flight work gets this long; acceptance.md, line 37, allows 10 s. */
const STOP_WITHIN_MS = 9000

try {
  const config = readConfig()
  const server = await startServer(config, pino({ level: config.logLevel }))
  stdout.write(`Front Desk is listening on ${server.url}\n`)
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => exit(1), STOP_WITHIN_MS).unref()
    await server.stop()
    exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop())
} catch (error) {
  stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  exit(1)
}
