import { sql } from 'kysely'
import type { SectionType } from '@frontdesk/contract/training-parts'
import type { Db } from '../../db/connect.ts'

export interface SectionRow {
  id: string
  order_number: number
  type: SectionType
  content: string
  /** Path of the uploaded captions of a video. */
  captions: string | null
}

/** The sections of a training, in order. */
export async function listSections(db: Db, trainingId: string) {
  return db
    .selectFrom('training_sections')
    .select(['id', 'training_id', 'order_number', 'type', 'content', 'captions'])
    .select(['created_at', 'updated_at'])
    .where('training_id', '=', trainingId)
    .orderBy('order_number')
    .execute()
}

/** Makes these the sections of a training, all at once: those that are not among them are removed. */
export async function replaceSections(
  db: Db,
  trainingId: string,
  rows: SectionRow[],
): Promise<void> {
  await db
    .deleteFrom('training_sections')
    .where('training_id', '=', trainingId)
    .where(sql<boolean>`id <> all(${rows.map((row) => row.id)}::uuid[])`)
    .execute()
  if (rows.length === 0) return
  await db
    .insertInto('training_sections')
    .values(rows.map((row) => ({ ...row, training_id: trainingId })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        type: eb.ref('excluded.type'),
        content: eb.ref('excluded.content'),
        captions: eb.ref('excluded.captions'),
        order_number: eb.ref('excluded.order_number'),
        updated_at: sql`case when (training_sections.type, training_sections.content, training_sections.captions)
          is distinct from (excluded.type, excluded.content, excluded.captions)
          then now() else training_sections.updated_at end`,
      })),
    )
    .execute()
}
