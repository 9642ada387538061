import { auditEndpoints } from '@frontdesk/contract/audit'
import { sendCsv } from '../../http/csv.ts'
import { sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { auditKindOf, auditSentence } from '../../platform/audit-actions.ts'
import { browserName } from '../../platform/browser-name.ts'
import { listAuditEvents, type StoredEvent } from './audit.queries.ts'

/** Rows where the caller asks for no number. */
const TABLE_LIMIT = 100

const COLUMNS = [
  'happened_at',
  'who',
  'what',
  'action',
  'item_type',
  'item_title',
  'details',
  'ip',
  'browser',
  'user_agent',
  'actor_id',
  'item_id',
  'request_id',
  'id',
] as const

export function auditRoutes(mount: Mount): void {
  mount(auditEndpoints.listAuditEvents, async ({ db, query, request, reply }) => {
    const page = await listAuditEvents(db, { ...query, limit: query.limit ?? TABLE_LIMIT })
    return sendPage({ request, reply }, { ...page, rows: page.rows.map(toEvent) })
  })

  mount(auditEndpoints.exportAuditEvents, async (call) => {
    const { db, query, reply } = call
    await recordAudit(db, call, { action: 'audit.exported', details: query })
    return sendCsv(reply, 'audit', COLUMNS, async (page) => {
      const { rows, next } = await listAuditEvents(db, { ...query, ...page })
      return { rows: rows.map(toRow), next }
    })
  })
}

const toEvent = (stored: StoredEvent) => ({
  ...stored,
  kind: auditKindOf(stored.action),
  sentence: auditSentence(stored.action, stored.details),
  browser: browserName(stored.user_agent),
})

/** For a spreadsheet: the sentence is whole, and details are the JSON that is stored. */
function toRow(stored: StoredEvent) {
  const { sentence, ...event } = toEvent(stored)
  return {
    ...event,
    who: stored.actor_name ?? 'Somebody who was not signed in',
    what: sentence.replace('{item}', () => stored.item_title ?? 'something'),
    details: JSON.stringify(stored.details),
  }
}
