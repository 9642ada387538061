import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ListChecks, UsersRound } from 'lucide-react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { SavedFilters } from '#web/features/saved-filters/saved-filters.tsx'
import { managedTeamsQuery, teamsQuery } from '#web/features/teams/teams.api.ts'
import { download } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { ownTimeZoneQuery } from '#web/lib/time-zones.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CursorPager, DataTable } from '#web/ui/data-table.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { LoadState, Notice } from '#web/ui/error-panel.tsx'
import { Filter } from '#web/ui/field.tsx'
import { EmptyState, NoMatch } from '#web/ui/lists.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import {
  filterOf,
  isFiltered,
  noFilters,
  orderOf,
  readRegister,
  type RegisterParams,
  stepQueryOf,
} from './obligation-params.ts'
import { ObligationRegister } from './obligation-register.tsx'
import { openStepsQuery, processChoicesQuery, type RegisterScope } from './obligations.api.ts'
import { stepColumns } from './register-columns.tsx'
import {
  type ChangeRegister,
  DueFilter,
  RegisterFilters,
  RoleFilter,
  type TeamChoices,
  TeamFilter,
  type ValueProps,
  WhichRegister,
} from './register-filters.tsx'

/** Who must do what, of everybody. */
export function OutstandingPage() {
  usePageTitle('Outstanding · Admin Panel')
  const { params, change } = useSearchParams(readRegister)
  const { data: zones } = useQuery(ownTimeZoneQuery)
  const { data: teams } = useQuery(teamsQuery)
  const zone = zones?.brokerage_time_zone
  const filter = filterOf(params, zone ?? 'UTC')
  const query = { ...filter, ...orderOf(params) }
  const isOfSteps = params.kind === 'step'
  return (
    <>
      <PageHeader
        title="Admin Panel"
        actions={
          <>
            <SavedFilters list="outstanding" />
            {isOfSteps ? (
              <ExportButton
                fetchFile={() =>
                  download('GET /admin/open-steps.csv', { query: stepQueryOf(params) })
                }
              />
            ) : (
              <>
                <ExportButton fetchFile={() => download('GET /admin/obligations.csv', { query })} />
                <ExportButton
                  label="Export Excel"
                  fetchFile={() => download('GET /admin/obligations.xlsx', { query })}
                />
              </>
            )}
          </>
        }
      />
      <AdminTabs />
      <WhichRegister params={params} onChange={change} />
      {isOfSteps ? (
        <>
          <Narrowed params={params} onChange={change} />
          <StepRegister scope="everybody" params={params} teams={teams} onChange={change} />
        </>
      ) : (
        <>
          <RegisterFilters scope="everybody" params={params} teams={teams} onChange={change} />
          <Narrowed params={params} onChange={change} />
          {/* Which moment a day ends at is known with the brokerage's time zone. */}
          {(params.as_of === '' || zone !== undefined) && (
            <ObligationRegister
              scope="everybody"
              params={params}
              filter={filter}
              onChange={change}
            />
          )}
        </>
      )}
    </>
  )
}

type NarrowedProps = { params: RegisterParams; onChange: ChangeRegister }

/** What the address narrows without a field for it, and the way back. */
function Narrowed({ params, onChange }: NarrowedProps) {
  const { person, kind, opens_from: from, opens_to: to } = params
  const sentences = [
    person !== '' && 'Only what one person must do.',
    from !== '' &&
      `Only what is asked for from ${formatDate(from)} on${to === '' ? '' : `, and before ${formatDate(to)}`}.`,
  ].filter(Boolean)
  if (sentences.length === 0) return null
  return (
    <div className="mb-4">
      <Notice
        action={
          <Button
            variant="secondary"
            size="sm"
            onClick={() => onChange({ ...noFilters, kind: kind === 'step' ? kind : '' })}
          >
            {person === '' ? 'Show all' : 'Show everyone'}
          </Button>
        }
      >
        <span data-narrows="">{sentences.join(' ')}</span>
      </Notice>
    </div>
  )
}

/** What the members of the teams that somebody manages must do. */
export function OwnTeamsPage() {
  usePageTitle('My Team')
  const { params: address, change } = useSearchParams(readRegister)
  const { data: teams, error, refetch } = useQuery(managedTeamsQuery)
  // There is no date field here, and nobody's own page: what an address says of them is not for it.
  const params = {
    ...address,
    as_of: '',
    person: '',
    item: '',
    role: '',
    opens_from: '',
    opens_to: '',
  }
  const choices = teams && teams.length > 1 ? teams : []
  return (
    <>
      <PageHeader title="My Team" description={teams && membersOf(teams)} />
      <LoadState
        of={{ data: teams, error, refetch }}
        failure="Failed to load your teams"
        waiting={<SkeletonLines lines={5} />}
      />
      {teams?.length === 0 && (
        <EmptyState icon={UsersRound} title="You manage no team">
          An admin can make you the manager of one.
        </EmptyState>
      )}
      {teams && teams.length > 0 && (
        <>
          <WhichRegister params={params} onChange={change} />
          {params.kind === 'step' ? (
            <StepRegister scope="own-teams" params={params} teams={choices} onChange={change} />
          ) : (
            <>
              <RegisterFilters
                scope="own-teams"
                params={params}
                teams={choices}
                onChange={change}
              />
              <ObligationRegister
                scope="own-teams"
                params={params}
                filter={filterOf(params, 'UTC')}
                onChange={change}
              />
            </>
          )}
        </>
      )}
    </>
  )
}

/** Such as `Harbor: Ana Ruiz, Ben Cole`; of larger teams only how many there are. */
function membersOf(teams: { name: string; members: { name: string }[] }[]): string {
  return teams
    .map(({ name, members }) =>
      members.length > 8
        ? `${name}: ${members.length} people.`
        : `${name}: ${members.map((member) => member.name).join(', ') || 'nobody yet'}.`,
    )
    .join(' ')
}

type StepRegisterProps = {
  scope: RegisterScope
  params: RegisterParams
  teams: TeamChoices
  onChange: ChangeRegister
}

/** The steps of running processes that are not done, in the same frame as what else people must do. */
function StepRegister({ scope, params, teams, onChange }: StepRegisterProps) {
  const client = useQueryClient()
  const question = stepQueryOf(params)
  const stack = useCursorStack(JSON.stringify(question))
  const query = useQuery(openStepsQuery(scope, { ...question, cursor: stack.cursor }))
  if (query.error && !query.data)
    return <LoadState of={query} failure="Failed to load the open steps" />
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
