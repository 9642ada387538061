import { isWanted, mostOf, type SearchSource } from './source.ts'

/** Documents with what their files say, as far as it could be read. */
export const documentSource: SearchSource = {
  type: 'documents',
  async read(db, wanted) {
    const rows = await db
      .selectFrom('documents')
      .leftJoin('document_texts as content', 'content.document_id', 'documents.id')
      .select(['documents.id', 'title', 'description', 'category', 'content.text'])
      .where('deleted_at', 'is', null)
      .where(isWanted('documents.id', wanted))
      .orderBy('documents.id')
      .limit(mostOf(wanted))
      .execute()
    return rows.map(({ id, title, description, category, text }) => ({
      id,
      title,
      subtitle: description || category,
      adminsOnly: false,
      texts: { description, category, body: text },
    }))
  },
}
