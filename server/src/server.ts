import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { createApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import { openDatabase } from './database.ts'
import type { Db } from './db/connect.ts'
import { openPictures, removeOrphanPictures } from './features/users/pictures.actions.ts'
import { listen } from './platform/listen.ts'
import { startSweep } from './platform/sweep.ts'

export interface RunningServer {
  /** Such as `http://127.0.0.1:3000`. */
  url: string
  /** Finishes what is in flight, says goodbye to sockets, and stops the embedded database. */
  stop(): Promise<void>
}

/**
 * Opens the database and listens. `prepare` runs in between, on a database that is up to date.
 * @throws with one line for the operator where something is wrong
 */
export async function startServer(
  config: Config,
  log: FastifyBaseLogger,
  prepare?: (db: Db) => Promise<void>,
): Promise<RunningServer> {
  await makeDataDir(config.dataDir)
  const database = await openDatabase(config, log)
  const { db } = database
  try {
    await prepare?.(db)
    const { csrf_key: csrfKey } = await db
      .selectFrom('installation')
      .select('csrf_key')
      .executeTakeFirstOrThrow()
    const listener = await listen(database.direct, log)
    const app = await createApp({ config, db, csrfKey }, listener, log)
    await app.listen({ host: config.host, port: config.port })
    const sweep = startSweep(db, log, [async () => removeOrphanPictures(db, openPictures(config))])
    const { port } = app.server.address() as AddressInfo
    const host = config.host.includes(':') ? `[${config.host}]` : config.host
    return {
      url: `http://${host}:${port}`,
      stop: async () => {
        sweep.stop()
        await app.close()
        await listener.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function makeDataDir(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`DATA_DIR takes a folder that can be written to: ${reason}`)
  }
}
