import pg from 'pg'
import { clientConfig, type ConnectionSource } from '../db/connect.ts'
import { BackupError } from './backup-manifest.ts'

/** The database's words for going away, and the system's for its having gone. */
const LOST = /^(57P0[123]|08\d{3}|ECONNRESET|EPIPE)$/

/**
 * Runs `work` on a connection of its own; what it has not committed is rolled back.
 * @throws BackupError where the connection is lost, or the database refuses something
 */
export async function withClient<T>(
  source: ConnectionSource,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(clientConfig(source))
  let lost: Error | undefined
  client.on('error', (error) => (lost ??= error))
  await client.connect()
  try {
    return await work(client)
  } catch (error) {
    throw explain(lost ?? error)
  } finally {
    await client.end()
  }
}

function explain(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error
  const code = 'code' in error ? String(error.code) : ''
  if (LOST.test(code) || error.message.startsWith('Connection terminated')) {
    return new BackupError(`The connection to the database was lost (${error.message})`)
  }
  if (error instanceof pg.DatabaseError) {
    return new BackupError(`The database refused: ${error.message}`)
  }
  return error
}
