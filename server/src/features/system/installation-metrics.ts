import { Gauge, type Registry } from 'prom-client'
import type { Services } from '../../services.ts'
import { type Measures, readMeasures } from './measures.queries.ts'
import { poolInUse, roomOnDisk } from './room.ts'

/** However many ask, the database is asked this often. */
const KEPT_MS = 5000

type Value = number | boolean | null
const seconds = (time: string | null) => (time === null ? null : Date.parse(time) / 1000)

/** Each gauge that the database fills: its name, what it says, and where it has it from. */
const FROM_DATABASE: [name: string, help: string, value: (measures: Measures) => Value][] = [
  ['database_size_bytes', 'Size of the database', (one) => one.database_bytes],
  [
    'jobs_oldest_age_seconds',
    'How long the oldest job has been due',
    (one) => one.oldest_job_seconds,
  ],
  [
    'mails_oldest_age_seconds',
    'How long the oldest queued mail waits',
    (one) => one.oldest_mail_seconds,
  ],
  ['chain_records', 'Acknowledgments in the chain', (one) => one.records],
  [
    'checkpoint_timestamp_seconds',
    'When the last checkpoint was signed',
    (one) => seconds(one.checkpoint_at),
  ],
  [
    'checkpoint_copies_missing',
    'Copies outside that could not be had',
    (one) => one.copies_missing,
  ],
  [
    'obligation_backlog_items',
    'Items whose obligations are still being worked out',
    (one) => one.items_being_worked_out,
  ],
  ['backup_timestamp_seconds', 'When the last backup succeeded', (one) => seconds(one.backup_at)],
  ['backup_last_failed', '1 where the last backup failed', (one) => one.backup_failed],
  [
    'rehearsal_timestamp_seconds',
    'When a restore was last rehearsed',
    (one) => seconds(one.rehearsal_at),
  ],
  ['rehearsal_last_passed', '1 where the last rehearsal passed', (one) => one.rehearsal_passed],
]

/**
 * Adds what is this installation's own; a gauge that has nothing to say is left out of the answer.
 * @returns what brings them up to date, before each answer
 */
export function addInstallationMetrics(
  registry: Registry,
  { db, config }: Pick<Services, 'db' | 'config'>,
  sockets: () => number,
): () => Promise<void> {
  const registers = [registry]
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `front_desk_${name}`, help, labelNames, registers })
  const up = gauge('database_up', '1 where the database answers')
  const pool = gauge('database_connections', 'Connections of this server to the database', [
    'state',
  ])
  const jobs = gauge('jobs', 'Jobs by what they do', ['state'])
  const mails = gauge('mails', 'Mails that are not sent', ['status'])
  const websockets = gauge('websocket_connections', 'Open websockets of this server')
  const disk = gauge('disk_bytes', 'Room on the disk of the data folder', ['state'])
  const simple = FROM_DATABASE.map(([name, help, value]) => ({ gauge: gauge(name, help), value }))

  const fill = (measures: Measures) => {
    for (const one of simple) {
      const value = one.value(measures)
      if (value === null) one.gauge.remove()
      else one.gauge.set(Number(value))
    }
    jobs.set({ state: 'waiting' }, measures.jobs_waiting)
    jobs.set({ state: 'running' }, measures.jobs_running)
    jobs.set({ state: 'failing' }, measures.jobs_failing)
    mails.set({ status: 'queued' }, measures.mails_queued)
    mails.set({ status: 'failed' }, measures.mails_failed)
  }
  let asked = -Infinity
  const ask = async () => {
    if (performance.now() - asked < KEPT_MS) return
    asked = performance.now()
    try {
      fill(await readMeasures(db))
      up.set(1)
    } catch {
      up.set(0)
    }
  }
  return async () => {
    await ask()
    const { used, idle, awaited } = poolInUse(db)
    pool.set({ state: 'used' }, used)
    pool.set({ state: 'idle' }, idle)
    pool.set({ state: 'awaited' }, awaited)
    websockets.set(sockets())
    const room = await roomOnDisk(config)
    if (!room) return
    disk.set({ state: 'free' }, room.free)
    disk.set({ state: 'total' }, room.total)
  }
}
