import type { EndingCertificate } from '@frontdesk/contract/certificates'
import { CERTIFICATES_AHEAD_DAYS } from '@frontdesk/contract/constants'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'

const SPAN = sql`make_interval(days => ${sql.lit(CERTIFICATES_AHEAD_DAYS)})`

/**
 * Certificates that end within the days ahead: those of tests whose pass has to be renewed, and those whose
 * renewal a requirement asks for by then. A newer one of the same person and test takes their place.
 */
const ending = sql<{
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
      and done.completed_at <= now() + ${SPAN} - make_interval(days => tests.retake_threshold)
    union all
    select met.evidence, met.stands_until
    from obligations as met
    where met.kind = 'test' and met.closed_as = 'met'
      and met.stands_until > now() and met.stands_until <= now() + ${SPAN}
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
    .selectFrom(ending.as('done'))
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
    sql<string>`case
      when test.training_id is not null then '/training/' || test.training_id
      else '/tests/' || test.id
    end`.as('path'),
    'done.completed_at',
    'done.ends_at',
  ])
  return readPage(listed, [sql`done.ends_at`, sql`done.id`], 'asc', options)
}

/** How many end within the days ahead. */
export async function countEndingCertificates(db: Db): Promise<number> {
  const { count } = await endingCertificates(db)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
