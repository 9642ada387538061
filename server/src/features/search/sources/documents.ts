import { type RawBuilder, sql } from 'kysely'
import { isWanted, mostOf, rowsOf, type SearchSource } from './source.ts'

const fileText = (id: RawBuilder<unknown>) => sql<string | null>`(
  select content.text from document_texts as content where content.document_id = ${id}
)`

/** Documents with what their files say, as far as it could be read. */
export const documentSource: SearchSource = {
  type: 'documents',
  rows: sql`${rowsOf('documents')} union all ${rowsOf('document_texts', 'document_id')} union all
    select document.id, folder.xmin from document_folders as folder
    join documents as document on document.folder_id = folder.id`,
  body: fileText,
  async read(db, wanted) {
    const rows = await db
      .selectFrom('documents')
      .leftJoin('document_folders as folder', 'folder.id', 'documents.folder_id')
      .select(['documents.id', 'title', 'description', 'category', 'folder.name as folder'])
      .select(fileText(sql.ref('documents.id')).as('text'))
      .where('deleted_at', 'is', null)
      .where(isWanted('documents.id', wanted))
      .orderBy('documents.id')
      .limit(mostOf(wanted))
      .execute()
    return rows.map(({ id, title, description, category, folder, text }) => ({
      id,
      title,
      subtitle: description || category,
      adminsOnly: false,
      texts: { description, category, folder, body: text },
    }))
  },
}
