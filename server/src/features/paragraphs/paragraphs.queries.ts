import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Paragraph } from './paragraphs.ts'

/** The stored paragraphs of a version, in their order; none where they were never stored. */
export async function listStoredParagraphs(
  db: Db,
  policyId: string,
  version: number,
): Promise<Paragraph[]> {
  return db
    .selectFrom('policy_paragraphs')
    .select(['anchor', 'kind', 'text'])
    .where('policy_id', '=', policyId)
    .where('version', '=', version)
    .orderBy('position')
    .execute()
}

/** Each wording of each stored paragraph once, newest first: by the last version that has it. */
export async function listWordings(db: Db, policyId: string): Promise<Paragraph[]> {
  const last = db
    .selectFrom('policy_paragraphs')
    .distinctOn(['anchor', 'kind', 'text'])
    .select(['anchor', 'kind', 'text', 'version', 'position'])
    .where('policy_id', '=', policyId)
    .orderBy('anchor')
    .orderBy('kind')
    .orderBy('text')
    .orderBy('version', 'desc')
  return db
    .selectFrom(last.as('last'))
    .select(['anchor', 'kind', 'text'])
    .orderBy('version', 'desc')
    .orderBy('position')
    .execute()
}

/** The newest stored version that has an anchor, or the one that is asked about, with its words. */
export async function findStoredParagraph(
  db: Db,
  { policyId, anchor, version }: { policyId: string; anchor: string; version?: number | undefined },
): Promise<(Paragraph & { version: number }) | undefined> {
  return db
    .selectFrom('policy_paragraphs')
    .select(['anchor', 'kind', 'text', 'version'])
    .where('policy_id', '=', policyId)
    .where('anchor', '=', anchor)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest version whose paragraphs are stored; 0 for none. */
export async function findLastStored(db: Db, policyId: string): Promise<number> {
  const { last } = await db
    .selectFrom('policy_paragraphs')
    .select((eb) => eb.fn.max('version').as('last'))
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** The texts of the versions after one, in their order. */
export async function listTextsAfter(db: Db, policyId: string, version: number) {
  return db
    .selectFrom('policy_versions')
    .select(['version', 'content'])
    .where('policy_id', '=', policyId)
    .where('version', '>', version)
    .orderBy('version')
    .execute()
}

/** Adds the paragraphs of a version, which stay as they are from then on. */
export async function insertParagraphs(
  db: Db,
  policyId: string,
  version: number,
  paragraphs: Paragraph[],
): Promise<void> {
  const of = (field: keyof Paragraph) => paragraphs.map((paragraph) => paragraph[field])
  await sql`
    insert into policy_paragraphs (policy_id, version, position, anchor, kind, text)
    select ${policyId}::uuid, ${version}::int, position, anchor, kind, text
    from unnest(${of('anchor')}::text[], ${of('kind')}::text[], ${of('text')}::text[])
      with ordinality as listed (anchor, kind, text, position)
  `.execute(db)
}

/** A policy's current version; undefined where there is no such policy. Deleted ones are found too. */
export async function findCurrentVersion(db: Db, policyId: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('policies')
    .select('current_version')
    .where('id', '=', policyId)
    .executeTakeFirst()
  return found?.current_version
}
