import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CursorPager } from '#web/ui/cursor-pager.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Filter } from '#web/ui/field.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { isFiltered, noFilters, type RegisterParams, stepQueryOf } from './obligation-params.ts'
import { openStepsQuery, processChoicesQuery, type RegisterScope } from './obligations.api.ts'
import {
  type ChangeRegister,
  DueFilter,
  RoleFilter,
  type TeamChoices,
  TeamFilter,
  type ValueProps,
} from './register-filters.tsx'
import { stepColumns } from './register-columns.tsx'

type StepRegisterProps = {
  scope: RegisterScope
  params: RegisterParams
  teams: TeamChoices
  onChange: ChangeRegister
}

/** The steps of running processes that are not done, in the same frame as what else people must do. */
export function StepRegister({ scope, params, teams, onChange }: StepRegisterProps) {
  const client = useQueryClient()
  const question = stepQueryOf(params)
  const stack = useCursorStack(JSON.stringify(question))
  const query = useQuery(openStepsQuery(scope, { ...question, cursor: stack.cursor }))
  if (query.error && !query.data) {
    return (
      <ErrorPanel title="Failed to load the open steps" onRetry={() => void query.refetch()}>
        {messageOf(query.error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  const total = query.data?.total ?? 0
  return (
    <>
      <StepFilters scope={scope} params={params} teams={teams} onChange={onChange} />
      {total > 0 && !query.isPlaceholderData && (
        <p className="mb-3 text-muted tabular-nums">
          {total} {total === 1 ? 'step matches' : 'steps match'}
        </p>
      )}
      <DataTable
        caption="Open steps of processes"
        columns={stepColumns(scope)}
        rows={query.data?.data ?? []}
        rowKey={({ id }) => id}
        loadPage={async (cursor, limit) =>
          client.fetchQuery(openStepsQuery(scope, { ...question, cursor, limit }))
        }
        sort={{ key: question.sort ?? 'due_at', order: question.order ?? 'asc' }}
        onSort={({ key, order }) => onChange({ sort: key, order })}
        loading={query.isPending || query.isPlaceholderData}
        empty={<NothingWaits params={params} onChange={onChange} />}
      />
      <CursorPager stack={stack} answer={query.data} />
    </>
  )
}

const states = [
  { value: 'overdue', label: 'Overdue' },
  { value: 'due_soon', label: 'Due soon' },
  { value: 'stuck', label: 'Stuck' },
  { value: 'all', label: 'All open steps' },
]

function StepFilters({ scope, params, teams, onChange }: StepRegisterProps) {
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <ListSearch
        label="Search steps, runs and people"
        placeholder="Search steps, runs, people…"
        value={params.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="col-span-2"
      />
      <Filter
        label="State"
        all="Waiting now"
        options={states}
        value={params.state}
        onChange={(state) => onChange({ state })}
      />
      <DueFilter value={params.due} onChange={(due) => onChange({ due })} />
      {scope === 'everybody' && (
        <>
          <ProcessFilter value={params.item} onChange={(item) => onChange({ item })} />
          <RoleFilter value={params.role} onChange={(role) => onChange({ role })} />
        </>
      )}
      <TeamFilter teams={teams} value={params.team} onChange={(team) => onChange({ team })} />
    </div>
  )
}

function ProcessFilter(props: ValueProps) {
  const { data: processes = [] } = useQuery(processChoicesQuery)
  const options = processes.map(({ id, title }) => ({ value: id, label: title }))
  const missing = 'The chosen process'
  return (
    <Filter label="Process" all="All processes" missing={missing} options={options} {...props} />
  )
}

type NothingWaitsProps = { params: RegisterParams; onChange: ChangeRegister }

function NothingWaits({ params, onChange }: NothingWaitsProps) {
  if (isFiltered(params)) {
    return (
      <NoMatch
        title="Nothing fits"
        clearLabel="Show all that waits"
        onClear={() => onChange({ ...noFilters, kind: 'step' })}
      >
        No open step matches this search and these filters.
      </NoMatch>
    )
  }
  return (
    <EmptyState
      icon={ListChecks}
      title="No step is waiting"
      action={
        <ButtonLink to="/processes" variant="secondary">
          Go to the processes
        </ButtonLink>
      }
    >
      The steps of running processes stand here until they are ticked. A run is started from the
      page of a process.
    </EmptyState>
  )
}
