import { policyEndpoints } from '@frontdesk/contract/policies'
import { policyQuoteEndpoints } from '@frontdesk/contract/policy-quotes'
import { sendCsv } from '../../http/csv.ts'
import { sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { countAcknowledgments, listAcknowledgments } from './acknowledgments.queries.ts'
import { countOutstanding, listOutstanding } from './outstanding.queries.ts'
import { findCurrentVersion } from '../paragraphs/paragraphs.queries.ts'
import { noSuchPolicy } from './policies.actions.ts'
import { listQuotes } from '../paragraphs/quotes.actions.ts'

/** Rows of an admin table where the caller asks for no number. */
const TABLE_LIMIT = 200

const ACKNOWLEDGMENT_COLUMNS = [
  'sequence',
  'id',
  'acknowledged_at',
  'person_name',
  'person_email',
  'person_role',
  'policy_title',
  'version_acknowledged',
  'state',
  'consent',
  'sign_in_method',
  'session_origin',
  'ip',
  'user_agent',
  'ceremony',
  'session_id',
  'user_id',
  'policy_id',
  'form',
  'content_sha256',
  'previous_hash',
  'hash',
] as const

const OUTSTANDING_COLUMNS = [
  'person_name',
  'person_email',
  'person_role',
  'policy_title',
  'version',
  'acknowledged_version',
  'required_since',
  'due_at',
  'state',
  'user_id',
  'policy_id',
] as const

export function policyAdminRoutes(mount: Mount): void {
  mount(policyQuoteEndpoints.listPolicyQuotes, async ({ db, params }) => {
    if ((await findCurrentVersion(db, params.id)) === undefined) throw noSuchPolicy()
    return listQuotes(db, params.id)
  })

  mount(policyEndpoints.listAcknowledgments, async ({ db, query, request, reply }) => {
    const page = await listAcknowledgments(db, { ...query, limit: query.limit ?? TABLE_LIMIT })
    return sendPage({ request, reply }, page, await countAcknowledgments(db, query))
  })

  mount(policyEndpoints.exportAcknowledgments, async (call) => {
    const { db, query, reply } = call
    await recordAudit(db, call, { action: 'acknowledgments.exported', details: query })
    return sendCsv(reply, 'acknowledgments', ACKNOWLEDGMENT_COLUMNS, (page) =>
      listAcknowledgments(db, { ...query, ...page }),
    )
  })

  mount(policyEndpoints.listOutstanding, async ({ db, query, request, reply }) => {
    const page = await listOutstanding(db, { ...query, limit: query.limit ?? TABLE_LIMIT })
    return sendPage({ request, reply }, page, await countOutstanding(db, query))
  })

  mount(policyEndpoints.exportOutstanding, async (call) => {
    const { db, query, reply } = call
    await recordAudit(db, call, { action: 'outstanding.exported', details: query })
    return sendCsv(reply, 'outstanding', OUTSTANDING_COLUMNS, (page) =>
      listOutstanding(db, { ...query, ...page }),
    )
  })
}
