import { type RawBuilder, sql } from 'kysely'
import { isWanted, mostOf, rowsOf, type SearchSource } from './source.ts'

const currentText = (id: RawBuilder<unknown>) => sql<string | null>`(
  select text.content from policies as policy
  join policy_versions as text on text.policy_id = policy.id and text.version = policy.current_version
  where policy.id = ${id}
)`

/** Policies in their current version. */
export const policySource: SearchSource = {
  type: 'policies',
  rows: rowsOf('policies'),
  body: currentText,
  async read(db, wanted) {
    const rows = await db
      .selectFrom('policies')
      .innerJoin('policy_versions as text', (join) =>
        join
          .onRef('text.policy_id', '=', 'policies.id')
          .onRef('text.version', '=', 'policies.current_version'),
      )
      .select(['policies.id', 'text.title', 'description', 'category', 'text.content'])
      .where('deleted_at', 'is', null)
      .where(isWanted('policies.id', wanted))
      .orderBy('policies.id')
      .limit(mostOf(wanted))
      .execute()
    return rows.map(({ id, title, description, category, content }) => ({
      id,
      title,
      subtitle: description || category || '',
      adminsOnly: false,
      texts: { description, category, body: content },
    }))
  },
}
