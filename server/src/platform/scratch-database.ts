import { createHash } from 'node:crypto'
import pg from 'pg'
import type { ConnectionSource } from '../db/connect.ts'
import { withClient } from './backup-connection.ts'
import { BackupError } from './backup-manifest.ts'

/** Of sessions that hold the scratch database; on a direct connection, so it ends with its holder. */
const LOCK = 1_813_202_511

/**
 * Makes an empty database beside the real one, and drops it after `work`, however that ends. Its name is always the
 * same, so that what a killed one left is gone with the next, or with the next sweep.
 * @param signal takes the database away under `work`
 * @throws BackupError where another one is at it, or the database's user may make none
 */
export async function withScratchDatabase<T>(
  source: ConnectionSource,
  work: (scratch: ConnectionSource) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return withClient(source, async (client) => {
    if (!(await lock(client))) throw new BackupError('Another rehearsal is under way')
    const name = await nameBeside(client)
    const drop = async () =>
      client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    await drop()
    await create(client, name)
    const onAbort = () => void drop().catch(() => undefined)
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      signal?.throwIfAborted()
      return await work(databaseOf(source, name))
    } catch (error) {
      if (signal?.aborted) throw new BackupError('The rehearsal was interrupted')
      throw error
    } finally {
      signal?.removeEventListener('abort', onAbort)
      await drop()
    }
  })
}

/** Drops what a rehearsal left that was killed; one that is under way is let be. */
export async function dropAbandonedScratch(source: ConnectionSource): Promise<void> {
  await withClient(source, async (client) => {
    const name = await nameBeside(client)
    const { rows } = await client.query('select from pg_database where datname = $1', [name])
    if (rows.length === 0 || !(await lock(client))) return
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  })
}

async function lock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock($1) as held',
    [LOCK],
  )
  return rows[0]!.held
}

/** Several installations may share one PostgreSQL. */
async function nameBeside(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const mark = createHash('sha256').update(rows[0]!.name).digest('hex').slice(0, 12)
  return `front_desk_rehearsal_${mark}`
}

const NOT_ALLOWED = '42501'

async function create(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(
      `create database ${pg.escapeIdentifier(name)} encoding 'UTF8' template template0`,
    )
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== NOT_ALLOWED) throw error
    throw new BackupError(
      "The database's user may not make databases, which a rehearsal needs for a moment: alter role … createdb",
    )
  }
}

function databaseOf(source: ConnectionSource, database: string): ConnectionSource {
  if (typeof source !== 'string') return { ...source, database }
  const url = new URL(source)
  url.pathname = `/${database}`
  return url.href
}
