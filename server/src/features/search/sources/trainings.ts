import { TRAINING_CATEGORIES } from '@frontdesk/contract/constants'
import { type RawBuilder, sql } from 'kysely'
import { isWanted, mostOf, rowsOf, type SearchSource } from './source.ts'

const CATEGORIES = new Map<string, string>(TRAINING_CATEGORIES.map(({ id, name }) => [id, name]))

/** The written sections of a training; those of videos and slides are addresses. */
const sectionTexts = (id: RawBuilder<unknown>) => sql<string | null>`(
  select string_agg(section.content, E'\n' order by section.order_number)
  from training_sections as section
  where section.training_id = ${id} and section.type = 'text'
)`

/** Trainings with their texts, without the questions; admins also find those that are archived. */
export const trainingSource: SearchSource = {
  type: 'trainings',
  rows: sql`${rowsOf('trainings')} union all ${rowsOf('training_sections', 'training_id')}`,
  body: sectionTexts,
  async read(db, wanted) {
    const rows = await db
      .selectFrom('trainings')
      .select(['id', 'title', 'description', 'category_id', 'archived_at'])
      .select(sectionTexts(sql.ref('trainings.id')).as('section_texts'))
      .where(isWanted('id', wanted))
      .orderBy('id')
      .limit(mostOf(wanted))
      .execute()
    return rows.map(({ id, title, description, category_id: key, archived_at, ...row }) => {
      const category = CATEGORIES.get(key ?? '') ?? null
      return {
        id,
        title,
        subtitle: description || category || '',
        adminsOnly: archived_at !== null,
        texts: { description, category, body: row.section_texts },
      }
    })
  },
}
