import type { AuditEvent } from '@frontdesk/contract/audit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileSearch } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { useCursorStack } from '#web/lib/use-cursor-stack.ts'
import { DataTable, Pager, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { DateTime } from '#web/ui/relative-time.tsx'
import { AuditChips } from './audit-chips.tsx'
import { AuditEventDialog } from './audit-event-dialog.tsx'
import {
  auditQueryOf,
  isFiltered,
  noFilters,
  type AuditParams,
  type ChangeAudit,
} from './audit-params.ts'
import { AuditSentence, isByItself, whoDid } from './audit-sentence.tsx'
import { auditQuery } from './audit.api.ts'

type AuditTableProps = { params: AuditParams; onChange: ChangeAudit }

export function AuditTable({ params, onChange }: AuditTableProps) {
  const filter = auditQueryOf(params)
  const stack = useCursorStack(JSON.stringify(filter))
  const client = useQueryClient()
  const query = useQuery(auditQuery({ ...filter, cursor: stack.cursor }))
  const [opened, setOpened] = useState<AuditEvent | null>(null)
  if (query.error && !query.data) {
    return (
      <ErrorPanel title="Failed to load the audit trail" onRetry={() => void query.refetch()}>
        {messageOf(query.error, 'Please try again.')}
      </ErrorPanel>
    )
  }
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
      <span className="block cards:text-end">
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
