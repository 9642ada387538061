import type { ChangedQuote } from '@frontdesk/contract/changed-quotes'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'

const MOST = 200

/** What is asked about and still stands as it stood, the latest first. @param itemId only of this one */
export async function listChangedQuotes(
  db: Db,
  { itemId, id }: { itemId?: string | undefined; id?: string } = {},
): Promise<ChangedQuote[]> {
  const { rows } = await sql<ChangedQuote>`
    select * from (
      select distinct on (changed.id) changed.id, texts.type, texts.id as item_id, texts.title, texts.in_use,
        texts.place, texts.number, changed.policy_id, current.title as policy_title,
        policies.deleted_at is not null as policy_archived, changed.anchor, changed.version, changed.wording as before,
        case when policies.deleted_at is null then paragraph.text end as after,
        coalesce(policies.deleted_at, changed.created_at) as changed_at
      from changed_quotes as changed
      join quoting_texts as texts on texts.id = changed.item_id and texts.type = changed.item_type
        and texts.place = changed.place and sha256(convert_to(texts.text, 'UTF8')) = changed.text_sha256
      join policies on policies.id = changed.policy_id
      join policy_versions as current
        on current.policy_id = policies.id and current.version = policies.current_version
      left join policy_paragraphs as paragraph
        on paragraph.policy_id = policies.id and paragraph.version = policies.current_version
        and paragraph.anchor = changed.anchor
      where changed.looked_at is null and (policies.deleted_at is not null
          or changed.anchor <> '' and paragraph.text is distinct from changed.wording)
        and (${itemId ?? null}::uuid is null or changed.item_id = ${itemId ?? null}::uuid)
        and (${id ?? null}::uuid is null or changed.id = ${id ?? null}::uuid)
      order by changed.id, texts.number
    ) as open
    order by changed_at desc, id desc limit ${MOST}
  `.execute(db)
  return rows
}

export interface NewChangedQuote {
  type: ChangedQuote['type']
  item_id: string
  place: string
  text_sha256: Buffer
  anchor: string
  wording: string
}

/** Writes down what is to be looked at, and returns it; what is already asked about stays as it was asked. */
export async function insertChangedQuotes(
  db: Db,
  policy: { id: string; version: number },
  quotes: NewChangedQuote[],
) {
  return db
    .insertInto('changed_quotes')
    .values(
      quotes.map(({ type, ...quote }) => ({
        ...quote,
        id: uuidv7(),
        item_type: type,
        policy_id: policy.id,
        version: policy.version,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['item_id', 'item_type', 'anchor', 'wording'])
    .execute()
}

/** With everybody who is asked about each: all admins where its own is none any more. */
export async function listAskedOf(db: Db, itemIds: string[]) {
  const { rows } = await sql<{ item_id: string; title: string; user_id: string }>`
    select distinct on (texts.id, person.id) texts.id as item_id, texts.title, person.id as user_id
    from quoting_texts as texts join users as person
      on person.id = texts.asked_id
      or texts.asked_id is null and person.role = 'admin' and person.status = 'active'
        and person.deleted_at is null
    where texts.id = any(${itemIds}::uuid[])
    order by texts.id, person.id
  `.execute(db)
  return rows
}

/** Says who has looked; false where somebody else has already. */
export async function updateLooked(db: Db, id: string, actorId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('changed_quotes')
    .set({ looked_at: sql`now()`, looked_by: actorId })
    .where('id', '=', id)
    .where('looked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
