import type { Obligation } from '@frontdesk/contract/obligations'
import { useQuery } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { obligationsQuery } from './obligations.api.ts'
import { registerColumns } from './register-columns.tsx'

const SHOWN = 10
const columns = registerColumns('everybody').filter(({ key }) => key !== 'user_name')

/** What one person must do, had to and has done, the latest asked first. */
export function PersonObligations({ personId }: { personId: string }) {
  const query = useQuery(
    obligationsQuery('everybody', {
      user_id: personId,
      sort: 'opens_at',
      order: 'desc',
      limit: SHOWN,
    }),
  )
  const rows: Obligation[] = query.data?.data ?? []
  return (
    <Section
      title="Obligations"
      description="What is asked of them, and what was, the latest first."
      actions={
        query.data?.nextCursor && (
          <ButtonLink
            to="/admin/outstanding"
            search={{ person: personId, state: 'all' }}
            variant="secondary"
            size="sm"
          >
            Show all {query.data.total}
          </ButtonLink>
        )
      }
    >
      {query.error && !query.data ? (
        <ErrorPanel title="Failed to load obligations" onRetry={() => void query.refetch()}>
          {messageOf(query.error, 'Please try again.')}
        </ErrorPanel>
      ) : (
        <DataTable
          caption="Obligations"
          columns={columns.map((column) => ({ ...column, sortable: false }))}
          rows={rows}
          rowKey={({ id }) => id}
          loading={query.isPending}
          empty={
            <EmptyState icon={ClipboardList} title="Nothing was ever asked of them">
              What is required of them stands here.
            </EmptyState>
          }
        />
      )}
    </Section>
  )
}
