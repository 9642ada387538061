import type { AuditEvent, AuditKind } from '@frontdesk/contract/audit'
import { type ItemKind, ITEMS } from '@frontdesk/contract/items'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { contains, type Page, type PageOptions, readPage, selectPage } from '../../db/page.ts'
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

/** Where the web app shows what is no item. */
const OTHER_PATHS = {
  document_folder: '/documents?folder=',
  bank_question: '/admin/questions/',
  webhook: '/admin/settings/webhooks/',
}
type LinkedType = ItemKind | keyof typeof OTHER_PATHS
const pathOf = (type: LinkedType) => (isItem(type) ? ITEMS[type].path : OTHER_PATHS[type])
const isItem = (type: string): type is ItemKind => Object.hasOwn(ITEMS, type)
/** Which of each type are still there. */
const THERE: Record<LinkedType, string> = {
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
  return readPage(matching(db, options), KEY, 'desc', options)
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
    .select(itemPath().as('item_path'))
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

/** Looked up by the items' own keys, for the rows of one page only. */
function itemPath(): RawBuilder<string | null> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of THERE
  const types = Object.keys(THERE) as LinkedType[]
  const cases = types.map(
    (type) => sql`when ${sql.lit(type)} then (
      select ${sql.lit(pathOf(type))} || item.id from (${sql.raw(THERE[type])}) as item
      where item.id = item_id
    )`,
  )
  return sql`case item_type ${sql.join(cases, sql` `)} end`
}
