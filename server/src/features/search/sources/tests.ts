import { isWanted, mostOf, rowsOf, type SearchSource } from './source.ts'

/** Tests that stand alone (a quiz is found as its training), without their questions. */
export const testSource: SearchSource = {
  type: 'tests',
  rows: rowsOf('tests'),
  async read(db, wanted) {
    const rows = await db
      .selectFrom('tests')
      .select(['id', 'title', 'description', 'archived_at'])
      .where('training_id', 'is', null)
      .where(isWanted('id', wanted))
      .orderBy('id')
      .limit(mostOf(wanted))
      .execute()
    return rows.map(({ id, title, description, archived_at: archivedAt }) => ({
      id,
      title,
      subtitle: description ?? '',
      adminsOnly: archivedAt !== null,
      texts: { description },
    }))
  },
}
