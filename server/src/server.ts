import { mkdir } from 'node:fs/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type AppLimits, createApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import type { Db } from './db/connect.ts'
import { openChatFiles, removeOrphanChatFiles } from './features/chat/chat-files.routes.ts'
import { removeOrphanLogos } from './features/settings/logo.actions.ts'
import { openDocuments } from './features/documents/document-files.ts'
import { removeOrphanDocuments } from './features/documents/documents.actions.ts'
import { requeueForgottenReadings } from './features/documents/read-document.actions.ts'
import { ensureSigningKey, KEY_LOST } from './features/evidence/evidence-keys.ts'
import { tidyPacks } from './features/evidence/packs.actions.ts'
import { removeOrphanImports } from './features/handbook/imports.actions.ts'
import { deleteOldNotifications } from './features/notifications/notifications.queries.ts'
import { deleteOldSteps } from './features/undo/undo.queries.ts'
import { settlePast } from './features/obligations/settle-backlog.actions.ts'
import { openRunProofs, removeOrphanProofs } from './features/processes/processes.proofs.actions.ts'
import {
  openSectionFiles,
  removeOrphanSectionFiles,
} from './features/trainings/trainings.files.actions.ts'
import { deleteExpiredFlows } from './features/single-sign-on/flows.queries.ts'
import { deleteExpiredProofs } from './features/second-factor/second-factor.queries.ts'
import { openTextPictures, tidyPictures } from './features/pictures/pictures.actions.ts'
import { openPictures, removeOrphanPictures } from './features/users/pictures.actions.ts'
import { tellSoon } from './features/notifications/tell-soon.ts'
import { CLOCK, createJobs } from './jobs.ts'
import { migrateJobs, startJobs } from './platform/jobs.ts'
import { TOLD_AFTERWARDS } from './platform/announcer.ts'
import { watchClock } from './platform/clock-watch.ts'
import { openFiles } from './platform/files.ts'
import { listen } from './platform/listen.ts'
import { publish } from './platform/publish.ts'
import { dropAbandonedScratch } from './platform/scratch-database.ts'
import { startSweep } from './platform/sweep.ts'
import { createServices } from './services.ts'

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
  prepare?: (db: Db, config: Config) => Promise<void>,
): Promise<RunningServer> {
  await makeDataDir(config.dataDir)
  const database = await openDatabase(config, log)
  try {
    await prepare?.(database.db, config)
    return await serve(config, log, database)
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

/** Everything on a database that is open: the app, live updates, jobs, the sweep. */
export async function serve(
  config: Config,
  log: FastifyBaseLogger,
  { db, direct, close }: OpenDatabase,
  limits?: AppLimits,
): Promise<RunningServer> {
  await migrateJobs(direct)
  await settlePast(db, (line) => log.info(line))
  await requeueForgottenReadings(db)
  if (!(await ensureSigningKey(db, config))) log.warn(KEY_LOST)
  const { csrf_key: csrfKey } = await db
    .selectFrom('installation')
    .select('csrf_key')
    .executeTakeFirstOrThrow()
  const listener = await listen(direct, log)
  let port = config.port
  const services = createServices({ config, db, csrfKey, port: () => port, log, listener })
  const app = await createApp(services, listener, log, limits)
  // Whichever server ended last may have been killed between a commit and telling of it.
  await publish(db, { keys: [...TOLD_AFTERWARDS] })
  await app.listen({ host: config.host, port: config.port })
  port = portOf(app)
  const sweep = startSweep(db, log, [
    async () => dropAbandonedScratch(direct),
    async () => removeOrphanPictures(db, openPictures(config)),
    async () => removeOrphanLogos(db, config),
    async () => removeOrphanDocuments(db, openDocuments(config)),
    async () => removeOrphanProofs(db, openRunProofs(config)),
    async () => removeOrphanChatFiles(db, openChatFiles(config)),
    async () => deleteOldNotifications(db),
    async () => deleteOldSteps(db),
    async () => deleteExpiredProofs(db),
    async () => deleteExpiredFlows(db),
    async () => removeOrphanSectionFiles(db, openSectionFiles(config)),
    async () => tidyPacks(db, openFiles(config, 'evidence-packs')),
    async () => tidyPictures(db, openTextPictures(config)),
    async () => removeOrphanImports(db, openFiles(config, 'imports')),
  ])
  const clockWatch = watchClock(db, log)
  const stopTelling = tellSoon(db, listener, log)
  const work = { jobs: createJobs(services, log, direct), clock: CLOCK, pollMs: limits?.pollMs }
  const jobs = startJobs(direct, work, log)
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return {
    url: `http://${host}:${port}`,
    stop: async () => {
      sweep.stop()
      clockWatch.stop()
      stopTelling()
      await Promise.all([app.close(), jobs.stop()])
      await services.announcer.close()
      await listener.close()
      await close()
    },
  }
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}
