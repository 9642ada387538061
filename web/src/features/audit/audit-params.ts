import { AUDIT_KINDS } from '@frontdesk/contract/constants'
import { textOf } from '#web/lib/use-search-params.ts'
import type { AuditQuery } from './audit.api.ts'

export type AuditKind = (typeof AUDIT_KINDS)[number]

/** What the address says of the audit table; empty where it says nothing. */
export type AuditParams = {
  search: string
  kind: '' | AuditKind
  /** Days of the reader's calendar, such as `2026-11-21`; both are shown whole. */
  from: string
  to: string
  /** Ids. */
  person: string
  item: string
}

export type ChangeAudit = (next: Partial<AuditParams>, options?: { replace?: boolean }) => void

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function readAuditParams(raw: Record<string, unknown>): AuditParams {
  const idOf = (value: unknown) => (UUID.test(textOf(value)) ? textOf(value) : '')
  const dayOf = (value: unknown) => (startOfDay(textOf(value)) ? textOf(value) : '')
  return {
    search: textOf(raw.search),
    kind: AUDIT_KINDS.find((one) => one === raw.kind) ?? '',
    from: dayOf(raw.from),
    to: dayOf(raw.to),
    person: idOf(raw.person),
    item: idOf(raw.item),
  }
}

/** What to ask of the server. */
export function auditQueryOf(params: AuditParams): AuditQuery {
  return {
    search: params.search || undefined,
    kind: params.kind || undefined,
    from: startOfDay(params.from),
    until: startOfDay(params.to, 1),
    actor_id: params.person || undefined,
    item_id: params.item || undefined,
  }
}

/** When a day, or one so many days later, begins here; undefined for what is no day of our time. */
function startOfDay(day: string, later = 0): string | undefined {
  const [, year, month, date] = /^((?:19|20)\d\d)-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (!year) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString()
}

/** Whether anything narrows the table. */
export const isFiltered = (params: AuditParams) =>
  Object.values(params).some((value) => value !== '')

/** The change that takes all filters away. */
export const noFilters: AuditParams = {
  search: '',
  kind: '',
  from: '',
  to: '',
  person: '',
  item: '',
}
