import type { AuditEvent } from '@frontdesk/contract/audit'
import { AUDIT_KINDS } from '@frontdesk/contract/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileSearch, X } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { textOf } from '#web/lib/search-params.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { type Column, DataTable, Pager } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState, NoMatch } from '#web/ui/lists.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { Fact, FactGroup } from '#web/ui/card.tsx'
import { DateTime } from '#web/ui/times.tsx'
import { AuditSentence, isByItself, whoDid } from './audit-sentence.tsx'
import { type AuditQuery, auditQuery } from './audit.api.ts'

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
const isFiltered = (params: AuditParams) => Object.values(params).some((value) => value !== '')

/** The change that takes all filters away. */
export const noFilters: AuditParams = {
  search: '',
  kind: '',
  from: '',
  to: '',
  person: '',
  item: '',
}

type AuditTableProps = { params: AuditParams; onChange: ChangeAudit }

export function AuditTable({ params, onChange }: AuditTableProps) {
  const filter = auditQueryOf(params)
  const stack = useCursorStack(JSON.stringify(filter))
  const client = useQueryClient()
  const query = useQuery(auditQuery({ ...filter, cursor: stack.cursor }))
  const [opened, setOpened] = useState<AuditEvent | null>(null)
  if (query.error && !query.data)
    return <LoadState of={query} failure="Failed to load the audit trail" />
  const { data: events = [], nextCursor = null } = query.data ?? {}
  return (
    <>
      <AuditChips params={params} events={events} onChange={onChange} />
      <DataTable
        caption="Audit trail"
        columns={columnsFor(setOpened)}
        rows={events}
        rowKey={({ id }) => id}
        loadPage={async (cursor, limit) =>
          client.fetchQuery(auditQuery({ ...filter, cursor, limit }))
        }
        loading={query.isPending || query.isPlaceholderData}
        empty={<NoEvents params={params} onClear={() => onChange(noFilters)} />}
      />
      {(events.length > 0 || stack.page > 1) && (
        <Pager
          page={stack.page}
          hasPrevious={stack.page > 1}
          hasNext={nextCursor !== null}
          onPrevious={stack.toPrevious}
          onNext={() => nextCursor !== null && stack.toNext(nextCursor)}
        />
      )}
      <AuditEventDialog
        event={opened}
        onClose={() => setOpened(null)}
        onNarrow={(next) => {
          setOpened(null)
          onChange({ ...noFilters, ...next })
        }}
      />
    </>
  )
}

const columnsFor = (onOpen: (event: AuditEvent) => void): Column<AuditEvent>[] => [
  {
    key: 'what',
    header: 'Who did what',
    cell: (event) => (
      <p className="max-w-[62ch]">
        <button
          type="button"
          className="row-link me-1 text-start font-semibold"
          onClick={() => onOpen(event)}
        >
          {whoDid(event)}
        </button>
        <AuditSentence event={event} />
      </p>
    ),
  },
  {
    key: 'happened_at',
    header: 'When',
    cell: (event) => <DateTime iso={event.happened_at} />,
  },
  {
    key: 'from',
    header: 'From where',
    cell: (event) => (
      <span className="block">
        <span className="block">{isByItself(event) ? 'The server' : event.browser}</span>
        <span className="block text-sm text-muted">{event.ip}</span>
      </span>
    ),
  },
]

function NoEvents({ params, onClear }: { params: AuditParams; onClear: () => void }) {
  if (!isFiltered(params)) {
    return (
      <EmptyState icon={FileSearch} title="Nothing has happened yet">
        Sign-ins, changes, refusals and exports appear here as they happen.
      </EmptyState>
    )
  }
  return (
    <NoMatch title="Nothing matches these filters" clearLabel="Clear filters" onClear={onClear} />
  )
}

type AuditChipsProps = { params: AuditParams; events: AuditEvent[]; onChange: ChangeAudit }

/** What narrows the table beyond the filters above it, each to be taken away. */
function AuditChips({ params, events, onChange }: AuditChipsProps) {
  if (!params.person && !params.item) return null
  const person = events.find((event) => event.actor_id === params.person)?.actor_name
  const item = events.find((event) => event.item_id === params.item)?.item_title
  return (
    <ul aria-label="Narrowed to" className="mb-4 flex flex-wrap gap-2">
      {params.person && (
        <Chip onRemove={() => onChange({ person: '' })}>Done by {person ?? 'one person'}</Chip>
      )}
      {params.item && (
        <Chip onRemove={() => onChange({ item: '' })}>About {item ?? 'one item'}</Chip>
      )}
    </ul>
  )
}

function Chip({ children, onRemove }: { children: string[]; onRemove: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onRemove}
        className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-full border border-line-strong bg-accent-soft py-1 pr-2.5 pl-3.5 text-sm font-medium transition-colors hover:bg-hover pointer-coarse:min-h-11"
      >
        <span className="truncate">{children}</span>
        <X className="size-4 shrink-0 text-muted" aria-hidden="true" />
        <span className="sr-only">: show all again</span>
      </button>
    </li>
  )
}

type Narrow = (next: Partial<AuditParams>) => void

type AuditEventDialogProps = { event: AuditEvent | null; onClose: () => void; onNarrow: Narrow }

/** One line of the trail, whole. */
function AuditEventDialog({ event, onClose, onNarrow }: AuditEventDialogProps) {
  return (
    <Dialog
      open={event !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={event ? whoDid(event) : 'Audit'}
      description={event && <AuditSentence event={event} />}
      footer={
        (event?.actor_id || event?.item_id) && <NarrowButtons event={event} onNarrow={onNarrow} />
      }
    >
      {event && <EventFacts event={event} />}
    </Dialog>
  )
}

function NarrowButtons({ event, onNarrow }: { event: AuditEvent; onNarrow: Narrow }) {
  const { actor_id: person, item_id: item } = event
  return (
    <>
      {item && (
        <Button variant="secondary" onClick={() => onNarrow({ item })}>
          All about this item
        </Button>
      )}
      {person && (
        <Button variant="secondary" onClick={() => onNarrow({ person })}>
          All by {event.actor_name ?? 'this person'}
        </Button>
      )}
    </>
  )
}

function EventFacts({ event }: { event: AuditEvent }) {
  const details = Object.entries(event.details).filter(([, value]) => value !== null)
  return (
    <div className="grid gap-6">
      <FactGroup title="When and from where">
        <Fact term="Server time">
          {formatDateTime(event.happened_at)}
          <span className="block font-mono text-xs text-muted">{event.happened_at}</span>
        </Fact>
        <Fact term="IP address">{event.ip}</Fact>
        <Fact term="Browser">
          {isByItself(event) ? 'None: the server itself' : event.browser}
          <span className="block text-sm text-muted">{event.user_agent || 'It said nothing.'}</span>
        </Fact>
      </FactGroup>
      {details.length > 0 && (
        <FactGroup title="Details">
          {details.map(([name, value]) => (
            <Fact key={name} term={name.replaceAll('_', ' ')}>
              {wordsFor(value)}
            </Fact>
          ))}
        </FactGroup>
      )}
      <FactGroup title="For the log">
        <Fact term="Action">
          <code className="font-mono text-sm">{event.action}</code>
        </Fact>
        <Fact term="Request">
          <span className="flex items-start gap-2">
            <code className="min-w-0 pt-0.5 font-mono text-sm break-all">{event.request_id}</code>
            <CopyButton label="Copy the id of the request" text={event.request_id} />
          </span>
        </Fact>
      </FactGroup>
    </div>
  )
}

function wordsFor(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(wordsFor).join(', ') || 'none'
  return JSON.stringify(value)
}
