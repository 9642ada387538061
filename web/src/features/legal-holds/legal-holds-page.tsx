import type { LegalHold, LegalHoldState } from '@frontdesk/contract/legal-holds'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { formatDate } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, CursorPager, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { LiftHoldDialog } from './hold-dialogs.tsx'
import { legalHoldsQuery } from './legal-holds.api.ts'

/** What must be kept, by whose word and why; what is over stays in the list. */
export function LegalHoldsPage() {
  usePageTitle('Legal holds · Admin Panel')
  const stack = useCursorStack('')
  const query = useQuery(legalHoldsQuery(stack.cursor))
  const [lifting, setLifting] = useState<LegalHold | null>(null)
  return (
    <>
      <PageHeader
        title="Legal holds"
        description="While one stands, nothing about its person or item is deleted or anonymised. Set it on the page of the person or the item."
        back={{ to: '/admin/audit', label: 'Audit' }}
      />
      <AdminTabs />
      {query.error && !query.data ? (
        <LoadState of={query} failure="Failed to load the holds" />
      ) : (
        <DataTable
          caption="Legal holds"
          columns={columnsFor(setLifting)}
          rows={query.data?.data ?? []}
          rowKey={({ id }) => id}
          loading={query.isPending}
          empty={
            <EmptyState icon={Lock} title="No legal hold">
              Set one where something must be kept for a dispute: on the page of the person, policy,
              training, test, document or process.
            </EmptyState>
          }
        />
      )}
      <CursorPager stack={stack} answer={query.data} />
      {lifting && <LiftHoldDialog hold={lifting} onClose={() => setLifting(null)} />}
    </>
  )
}

const states: Record<LegalHoldState, { label: string; tone: Tone }> = {
  standing: { label: 'Standing', tone: 'warning' },
  ended: { label: 'Ended', tone: 'neutral' },
  lifted: { label: 'Lifted', tone: 'neutral' },
}

const columnsFor = (onLift: (hold: LegalHold) => void): Column<LegalHold>[] => [
  {
    key: 'title',
    header: 'On',
    shrinks: 'title',
    cell: ({ title, path, item_type: type }) => (
      <div>
        <PathLink
          to={path}
          className="font-medium wrap-anywhere underline-offset-3 hover:underline"
        >
          {title}
        </PathLink>
        <span className="block text-sm text-muted capitalize">{type ?? 'person'}</span>
      </div>
    ),
  },
  {
    key: 'reason',
    header: 'Why',
    cell: ({ reason, lift_reason: lifted }) => (
      <div className="max-w-80 wrap-anywhere">
        {reason}
        {lifted && <span className="block text-sm text-muted">Lifted: {lifted}</span>}
      </div>
    ),
  },
  {
    key: 'set_by',
    header: 'Set',
    cell: ({ set_by_name: by, set_at: at }) => (
      <div>
        {by}
        <span className="block text-sm whitespace-nowrap text-muted">{formatDate(at)}</span>
      </div>
    ),
  },
  {
    key: 'ends_at',
    header: 'Until',
    cell: ({ ends_at: end, lifted_at: lifted }) =>
      lifted ? formatDate(lifted) : end ? formatDate(end) : 'Somebody lifts it',
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
  },
  {
    key: 'actions',
    header: 'Actions',
    actions: 'framed',
    cell: (hold) =>
      hold.state === 'standing' && (
        <Button variant="secondary" size="sm" onClick={() => onLift(hold)}>
          Lift<span className="sr-only"> the hold on {hold.title}</span>
        </Button>
      ),
  },
]
