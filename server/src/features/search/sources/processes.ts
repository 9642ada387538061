import { type RawBuilder, sql } from 'kysely'
import { isWanted, mostOf, rowsOf, type SearchSource } from './source.ts'

/** The texts of a process's steps, one after the other. */
const stepTexts = (id: RawBuilder<unknown>) => sql<string | null>`(
  select string_agg(concat_ws(E'\n', step.title, step.description), E'\n' order by step.order_number)
  from process_steps as step where step.process_id = ${id}
)`

/** Processes with their steps; admins also find drafts and those that are not in use. */
export const processSource: SearchSource = {
  type: 'processes',
  rows: sql`${rowsOf('processes')} union all ${rowsOf('process_steps', 'process_id')}`,
  body: stepTexts,
  async read(db, wanted) {
    const rows = await db
      .selectFrom('processes')
      .select(['id', 'title', 'description', 'category', 'status'])
      .select(stepTexts(sql.ref('processes.id')).as('step_texts'))
      .where('deleted_at', 'is', null)
      .where(isWanted('id', wanted))
      .orderBy('id')
      .limit(mostOf(wanted))
      .execute()
    return rows.map(({ id, title, description, category, status, step_texts: body }) => ({
      id,
      title,
      subtitle: description || category,
      adminsOnly: status !== 'active',
      texts: { description, category, body },
    }))
  },
}
