import { uptime, versions } from 'node:process'
import { VERSION } from '@frontdesk/contract/constants'
import type { FailedJob, System } from '@frontdesk/contract/system'
import type { Db } from '../../db/connect.ts'
import { type DeadJob, listDeadJobs } from '../../platform/jobs.ts'
import type { FileStore } from '../../platform/file-store.ts'
import type { Services } from '../../services.ts'
import { findBackupSettings } from '../backups/backup-settings.actions.ts'
import { findMailServer } from '../mail/mail-server.actions.ts'
import { attentionFor } from './attention.ts'
import { wordsOfJob } from './job-words.ts'
import { type Measures, readMeasures } from './measures.queries.ts'
import { poolInUse, roomOnDisk } from './room.ts'
import { readBackupFacts, readDatabaseFacts } from './system.queries.ts'

const MOST_FAILED = 20

/** Parts of the server that it is asked of. */
export interface Parts {
  files: FileStore
  searchState: () => System['search']
  /** Of all uploaded files, counted some time ago where there are many. */
  countFiles: () => Promise<{ files: number; bytes: number }>
}

/** How the installation does, as this server sees it. */
export async function findSystem(
  db: Db,
  services: Services,
  { files, searchState, countFiles }: Parts,
): Promise<System> {
  const { config } = services
  const now = Date.now()
  // Before the questions below take connections themselves.
  const pool = poolInUse(services.db)
  const [measures, facts, database, disk, storage] = await Promise.all([
    readMeasures(db),
    readBackupFacts(db),
    readDatabaseFacts(db),
    roomOnDisk(config),
    readStorage(services, files, countFiles),
  ])
  const settings = await findBackupSettings(db, config)
  const server = await findMailServer(db, config, services.address())
  const state = {
    server: {
      version: VERSION,
      node: versions.node,
      started_at: new Date(now - uptime() * 1000).toISOString(),
    },
    database: {
      ...database,
      embedded: config.databaseUrl === null,
      bytes: measures.database_bytes,
      pool_used: pool.used,
      pool_awaited: pool.awaited,
      pool_most: pool.most,
    },
    disk: disk && { free_bytes: disk.free, total_bytes: disk.total },
    storage: storage.facts,
    backup: {
      last_at: measures.backup_at,
      last_bytes: facts.last_bytes,
      place: settings.place,
      kept: facts.kept,
      kept_bytes: facts.kept_bytes,
      next_at: settings.next_at,
      under_way: facts.under_way,
      rehearsed_at: measures.rehearsal_at,
      rehearsal_passed: measures.rehearsal_passed,
    },
    mail: mailOf(measures, server),
    jobs: await readJobs(db, measures),
    search: searchState(),
  }
  const said = {
    storage: storage.problem,
    backup: facts.last_problem ?? '',
    rehearsal: facts.rehearsal_said ?? '',
  }
  return {
    ...state,
    looked_at: new Date(now).toISOString(),
    attention: attentionFor({
      now,
      measures,
      state,
      said,
      isMailPasswordLost: server.password_lost,
    }),
  }
}

const mailOf = (
  { last_mail_at: sentAt, mails_queued: waiting, mails_failed: failed }: Measures,
  { source, host }: Pick<System['mail'], 'source' | 'host'>,
): System['mail'] => ({ source, host, last_sent_at: sentAt, waiting, failed })

async function readStorage(
  { config }: Services,
  files: FileStore,
  countFiles: Parts['countFiles'],
): Promise<{ facts: System['storage']; problem: string }> {
  const counts = await countFiles()
  const problem = await files.check().then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  const bucket = config.storage?.bucket ?? null
  return { facts: { bucket, reachable: problem === '', ...counts }, problem }
}

async function readJobs(db: Db, measures: Measures): Promise<System['jobs']> {
  const { jobs, count } = await listDeadJobs(db, MOST_FAILED)
  return {
    waiting: measures.jobs_waiting,
    running: measures.jobs_running,
    again: measures.jobs_again,
    failed: jobs.map((job) => inWords(job)),
    failed_count: count,
  }
}

function inWords({ name, error, ...job }: DeadJob): FailedJob {
  return { ...job, what: wordsOfJob(name), error: withoutSecrets(error) }
}

const LONGEST_ERROR = 300

/** The first line; of an address, what stands before its host may open something. */
function withoutSecrets(error: string): string {
  const line = error.split('\n', 1)[0]!.trim()
  return line.replaceAll(/:\/\/[^\s/]*@/g, '://…@').slice(0, LONGEST_ERROR)
}
