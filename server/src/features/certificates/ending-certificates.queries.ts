import type { EndingCertificate } from '@frontdesk/contract/certificates'
import { CERTIFICATES_AHEAD_DAYS } from '@frontdesk/contract/constants'
import { requiredPath } from '@frontdesk/contract/items'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { itemFactsFrom } from '../../db/item-facts.ts'
import { mapPage, type Page, type PageOptions, readPage } from '../../db/page.ts'

/** So long before its end whoever has it is told. */
const TOLD_AHEAD_DAYS = 30

/**
 * Certificates that end within some days: those of tests whose pass has to be renewed, and those whose
 * renewal a requirement asks for by then. A newer one of the same person and test takes their place.
 */
const endingWithin = (days: number) => sql<{
  id: string
  user_id: string
  test_id: string
  completed_at: string
  ends_at: string
}>`(
  select found.id, done.user_id, done.test_id, done.completed_at, min(found.ends_at) as ends_at
  from (
    select done.id, done.completed_at + make_interval(days => tests.retake_threshold) as ends_at
    from tests join certificates as done
      on done.test_id = tests.id
      and done.completed_at > now() - make_interval(days => tests.retake_threshold)
      and done.completed_at <= now() + make_interval(days => ${sql.lit(days)}) - make_interval(days => tests.retake_threshold)
    union all
    select met.evidence, met.stands_until
    from obligations as met
    where met.kind = 'test' and met.closed_as = 'met'
      and met.stands_until > now() and met.stands_until <= now() + make_interval(days => ${sql.lit(days)})
  ) as found
  join certificates as done on done.id = found.id
  join tests on tests.id = done.test_id and tests.archived_at is null
  where not exists (
    select from certificates as newer
    where newer.user_id = done.user_id and newer.test_id = done.test_id
      and newer.completed_at > done.completed_at
  )
  group by found.id, done.id
)`

function endingCertificates(db: Db) {
  return db
    .selectFrom(endingWithin(CERTIFICATES_AHEAD_DAYS).as('done'))
    .innerJoin('users as person', 'person.id', 'done.user_id')
    .innerJoin('tests as test', 'test.id', 'done.test_id')
    .where('person.status', '=', 'active')
    .where('person.deleted_at', 'is', null)
}

/** The first to end first. */
export async function listEndingCertificates(
  db: Db,
  options: PageOptions,
): Promise<Page<EndingCertificate>> {
  const listed = endingCertificates(db).select([
    'done.id',
    'done.user_id',
    'person.name as user_name',
    'person.email as user_email',
    'done.test_id',
    'test.training_id',
    'test.title',
    'done.completed_at',
    'done.ends_at',
  ])
  const page = await readPage(listed, [sql`done.ends_at`, sql`done.id`], 'asc', options)
  return mapPage(page, (row) => ({
    ...row,
    path: requiredPath({ kind: 'test', training_id: row.training_id }, row.test_id),
  }))
}

/** How many end within the days ahead. */
export async function countEndingCertificates(db: Db): Promise<number> {
  const { count } = await endingCertificates(db)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Tells people whose certificates end soon, once of each. */
export async function tellOfEndings(db: Db): Promise<void> {
  await sql`
    with written as (
      insert into notifications (user_id, kind, source, facts)
      select person.id, 'certificate', 'certificate:' || done.id, jsonb_build_object(
        'about', 'ending', 'title', test.title, 'ends_at', done.ends_at
      ) || ${itemFactsFrom(sql`false`, { id: 'test.id', training: 'test.training_id' })}
      from ${endingWithin(TOLD_AHEAD_DAYS)} as done
      join users as person
        on person.id = done.user_id and person.status = 'active' and person.deleted_at is null
      join tests as test on test.id = done.test_id
      where not exists (
        select from notifications as told
        where told.user_id = person.id and told.source = 'certificate:' || done.id
      )
      order by person.id, done.id
      on conflict do nothing
      returning user_id
    )
    select announce_notifications(array_agg(user_id)) from written
  `.execute(db)
}
