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
// Whose they are stands above: the titles have that room.
const columns = registerColumns('everybody', { titleClasses: 'rows:min-w-24 rows:max-w-96' })
  .filter(({ key }) => key !== 'user_name')
  .map((column) => ({ ...column, sortable: false }))

/** What one person must do, by due date, and then what they had to and have done, the latest first. */
export function PersonObligations({ personId }: { personId: string }) {
  const of = { user_id: personId, limit: SHOWN }
  const open = useQuery(obligationsQuery('everybody', { ...of, state: 'open', sort: 'due_at' }))
  const query = useQuery(obligationsQuery('everybody', { ...of, sort: 'opens_at', order: 'desc' }))
  const asked: Obligation[] = open.data?.data ?? []
  const past = (query.data?.data ?? []).filter(({ id }) => !asked.some((row) => row.id === id))
  const error = open.error ?? query.error
  return (
    <Section
      title="Obligations"
      description="What is asked of them, the most urgent first, and then what was."
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
      {error && !(open.data && query.data) ? (
        <ErrorPanel
          title="Failed to load obligations"
          onRetry={() => void Promise.all([open.refetch(), query.refetch()])}
        >
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      ) : (
        <DataTable
          caption="Obligations"
          columns={columns}
          rows={[...asked, ...past]}
          rowKey={({ id }) => id}
          loading={open.isPending || query.isPending}
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
