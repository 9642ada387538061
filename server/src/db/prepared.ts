import { CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/** The names under which connections keep statements, by their texts. */
const names = new Map<string, string>()

/**
 * A statement that each direct connection plans once and keeps: for those that run with every request, or
 * for many people at the same moment, where planning costs ten times what running does. Every value is a
 * parameter, so the text is always the same.
 */
export function prepared<Row>(text: string): (db: Db, values: unknown[]) => Promise<Row[]> {
  names.set(text, `frontdesk_${names.size}`)
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
  if (!names.has(compiled.sql)) names.set(compiled.sql, `frontdesk_${names.size}`)
  return (await db.executeQuery(compiled)).rows
}

/** Undefined for what is planned anew each time. */
export const preparedName = (text: string) => names.get(text)
