import type pg from 'pg'

/** How far a database had come. */
export interface Moment {
  /** Which database it is: one that was restored from elsewhere, or took over from another, is another. */
  database: string
  /** Every transaction before this one had ended. */
  transaction: string
}

/** Null where a database does not tell which it is. */
export async function nameOfDatabase(client: pg.Client): Promise<string | null> {
  return answerTo(
    client,
    `select concat_ws('/', (select system_identifier from pg_control_system()),
       left(pg_walfile_name(pg_current_wal_lsn()), 8),
       (select oid from pg_database where datname = current_database())) as answer`,
  ).catch((error: Error) => {
    // Refused, and the connection is as good as before.
    if ('severity' in error && error.severity === 'ERROR') return null
    throw error
  })
}

/** Asks in any case: an answer also says that the line is good. */
export async function momentOn(
  client: pg.Client,
  database: string | null,
): Promise<Moment | undefined> {
  const transaction = await answerTo(
    client,
    'select pg_snapshot_xmin(pg_current_snapshot())::text as answer',
  )
  return database === null ? undefined : { database, transaction }
}

async function answerTo(client: pg.Client, question: string): Promise<string> {
  const { rows } = await client.query<{ answer: string }>(question)
  return rows[0]!.answer
}
