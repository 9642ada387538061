import { z } from 'zod'
import { AUDIT_KINDS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { id, line, paging, time, timeInput } from './fields.ts'

export const AuditKind = z
  .enum(AUDIT_KINDS)
  .describe('What sort of thing an action is about; `refusals` are those of every sort.')
export type AuditKind = z.infer<typeof AuditKind>

/** One line of the audit trail: who did what, when, and from where. */
export const AuditEvent = z.object({
  id,
  happened_at: time,
  actor_id: id.nullable().describe('Null where nobody was signed in.'),
  actor_name: z.string().nullable().describe('The name at that time.'),
  action: z.string().describe('A stable word, such as `policy.updated`.'),
  kind: AuditKind.nullable().describe('Null for an action that this program no longer knows.'),
  sentence: z
    .string()
    .describe('What was done, to go behind the name; `{item}` stands for the title of the item.'),
  item_type: z.string().nullable(),
  item_id: id.nullable(),
  item_title: z.string().nullable().describe('The title at that time.'),
  item_path: z
    .string()
    .nullable()
    .describe('Where the web app shows the item; null where it is gone.'),
  details: z.record(z.string(), z.unknown()),
  ip: z.string(),
  browser: z.string().describe('Such as `Firefox on Windows`.'),
  user_agent: z.string(),
  request_id: z.string().describe('The one that the log has.'),
})
export type AuditEvent = z.infer<typeof AuditEvent>

const filter = {
  search: line(200).optional().describe('A part of the name of who did it, or of the item.'),
  actor_id: id.optional(),
  item_id: id.optional(),
  person_id: id.optional().describe('What this person did, and what was done to their account.'),
  kind: AuditKind.optional(),
  from: timeInput.optional().describe('Not before this moment.'),
  until: timeInput.optional().describe('Before this moment.'),
}

export const auditEndpoints = {
  listAuditEvents: endpoint({
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    summary: 'The audit trail, newest first.',
    query: z.object({ ...paging, ...filter }),
    response: z.array(AuditEvent),
  }),
  exportAuditEvents: endpoint({
    method: 'GET',
    path: '/admin/audit.csv',
    access: 'admin',
    fresh: true,
    summary: 'All of the audit trail that matches, as CSV.',
    query: z.object(filter),
    produces: 'text/csv',
  }),
}
