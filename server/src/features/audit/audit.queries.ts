import type { AuditEvent, AuditKind } from '@frontdesk/contract/audit'
import { type ItemKind, itemPath } from '@frontdesk/contract/items'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import {
  contains,
  mapPage,
  type Page,
  type PageOptions,
  readPage,
  selectPage,
} from '../../db/page.ts'
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

/** Which of each type are still there. */
const THERE: Record<ItemKind, string> = {
  policy: 'select id from policies where deleted_at is null',
  process: 'select id from processes where deleted_at is null',
  process_run: 'select id from process_runs',
  training: 'select id from trainings',
  test: 'select id from tests',
  document: 'select id from documents where deleted_at is null',
  document_folder: 'select id from document_folders',
  draft: 'select id from drafts',
  import: 'select id from imports',
  bank_question: 'select id from bank_questions where deleted_at is null',
  webhook: 'select id from webhook_endpoints',
  user: 'select id from users where deleted_at is null',
}

const KEY = [sql`happened_at`, sql`id`]

/** Events that match, newest first. */
export async function listAuditEvents(
  db: Db,
  options: AuditFilter & PageOptions,
): Promise<Page<StoredEvent>> {
  const page = await readPage(matching(db, options), KEY, 'desc', options)
  return mapPage(page, ({ linked, ...event }) => ({
    ...event,
    item_path: linked && event.item_id ? itemPath(linked, event.item_id) : null,
  }))
}

/** The query of one page, to look at how it is executed. */
export const selectAuditEvents = (db: Db, options: AuditFilter & PageOptions) =>
  selectPage(matching(db, options), KEY, 'desc', options)

function matching(db: Db, options: AuditFilter) {
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
    .select(linkedKind().as('linked'))
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
}

const byOrAbout = (userId: string) =>
  sql<boolean>`(actor_id = ${userId} or (item_id = ${userId} and item_type in ('user', 'invitation')))`

/** The kind, of what is still there: looked up by the items' own keys, for the rows of one page only. */
function linkedKind(): RawBuilder<ItemKind | null> {
  const cases = Object.entries(THERE).map(
    ([kind, there]) => sql`when ${sql.lit(kind)} then (
      select item_type from (${sql.raw(there)}) as item where item.id = item_id
    )`,
  )
  return sql`case item_type ${sql.join(cases, sql` `)} end`
}
