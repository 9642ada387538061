import type { AuditEvent, AuditKind } from '@frontdesk/contract/audit'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { afterCursor, contains, type Page, type PageOptions, toPage } from '../../db/page.ts'
import { auditActionsOf } from '../../platform/audit-actions.ts'

export interface AuditFilter {
  search?: string
  actor_id?: string
  item_id?: string
  person_id?: string
  kind?: AuditKind
  from?: string
  until?: string
}

/** A row as it is stored. */
export type StoredEvent = Omit<AuditEvent, 'kind' | 'sentence' | 'browser'>

/** Where the web app shows items of a type, and which of them are still there. */
const PLACES: Record<string, { path: string; there: string }> = {
  policy: { path: '/policies/', there: 'select id from policies where deleted_at is null' },
  process: { path: '/processes/', there: 'select id from processes where deleted_at is null' },
  document: { path: '/documents/', there: 'select id from documents where deleted_at is null' },
  training: { path: '/training/', there: 'select id from trainings' },
  test: { path: '/tests/', there: 'select id from tests' },
  process_run: { path: '/processes/runs/', there: 'select id from process_runs' },
  user: { path: '/people/', there: 'select id from users where deleted_at is null' },
}

/** Events that match, newest first. */
export async function listAuditEvents(
  db: Db,
  options: AuditFilter & PageOptions,
): Promise<Page<StoredEvent>> {
  return toPage(await selectAuditEvents(db, options).execute(), options.limit)
}

/** The query of one page, and of one row more. */
export function selectAuditEvents(db: Db, options: AuditFilter & PageOptions) {
  const key = [sql<string>`happened_at`, sql<string>`id`] as const
  return db
    .selectFrom('audit_events')
    .select([
      'id',
      'happened_at',
      'actor_id',
      'actor_name',
      'action',
      'item_type',
      'item_id',
      'item_title',
      'ip',
      'user_agent',
      'request_id',
    ])
    .select(sql<Record<string, unknown>>`details`.as('details'))
    .select(itemPath().as('item_path'))
    .select(sql<unknown[]>`json_build_array(${key[0]}, ${key[1]})`.as('cursor'))
    .$if(Boolean(options.search), (query) =>
      query.where(contains(options.search!, ['actor_name', 'item_title'])),
    )
    .$if(Boolean(options.actor_id), (query) => query.where('actor_id', '=', options.actor_id!))
    .$if(Boolean(options.item_id), (query) => query.where('item_id', '=', options.item_id!))
    .$if(Boolean(options.person_id), (query) => query.where(byOrAbout(options.person_id!)))
    .$if(Boolean(options.kind), (query) =>
      query.where(sql<boolean>`action = any(${auditActionsOf(options.kind!)})`),
    )
    .$if(Boolean(options.from), (query) => query.where('happened_at', '>=', options.from!))
    .$if(Boolean(options.until), (query) => query.where('happened_at', '<', options.until!))
    .$if(Boolean(options.cursor), (query) => query.where(afterCursor(options.cursor!, key, 'desc')))
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(options.limit + 1)
}

const byOrAbout = (userId: string) =>
  sql<boolean>`(actor_id = ${userId} or (item_id = ${userId} and item_type in ('user', 'invitation')))`

/** Looked up by the items' own keys, for the rows of one page only. */
function itemPath(): RawBuilder<string | null> {
  const cases = Object.entries(PLACES).map(
    ([type, { path, there }]) =>
      sql`when ${sql.lit(type)} then
        (select ${sql.lit(path)} || item.id from (${sql.raw(there)}) as item where item.id = item_id)`,
  )
  return sql`case item_type ${sql.join(cases, sql` `)} end`
}
