import { CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'
import { keepStatement } from './kept-statements.ts'

/**
 * A statement that each direct connection plans once and keeps: for those that run with every request, or
 * for many people at the same moment, where planning costs ten times what running does. Every value is a
 * parameter, so the text is always the same.
 */
export function prepared<Row>(text: string): (db: Db, values: unknown[]) => Promise<Row[]> {
  keepStatement(text)
  return async (db, values) => (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

/**
 * Runs a query that is built from the same parts each time, and has connections keep its plan as well. Each of its
 * texts is kept for as long as the server runs: what people choose from freely may only be a value in it.
 */
export async function executeKept<Row>(
  db: Db,
  query: { compile(db: Db): CompiledQuery<Row> },
): Promise<Row[]> {
  const compiled = query.compile(db)
  keepStatement(compiled.sql)
  return (await db.executeQuery(compiled)).rows
}
