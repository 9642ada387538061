import type { Matrix } from '@frontdesk/contract/matrix'
import { useQuery } from '@tanstack/react-query'
import { Grid3x3 } from 'lucide-react'
import { useMemo } from 'react'
import { AdminTabs } from '#web/features/admin/admin-frame.tsx'
import { ownTimeZoneQuery } from '#web/lib/time-zones.ts'
import { SavedFilters } from '#web/features/saved-filters/saved-filters.tsx'
import { teamsQuery } from '#web/features/teams/teams.api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { download } from '#web/lib/call.ts'
import { counted, formatDate } from '#web/lib/format.ts'
import { roles } from '#web/lib/account-words.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, NoMatch } from '#web/ui/lists.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Filter } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { MatrixGrid, type MatrixLetter, matrixSigns, matrixStates } from './matrix-grid.tsx'
import { isDay, momentOf, registerPath, type RegisterParams } from './obligation-params.ts'
import { stateLabels } from './obligation-state.tsx'
import { matrixQuery } from './obligations.api.ts'
import { AsOfField, kinds, RoleFilter, TeamFilter } from './register-filters.tsx'

const readParams = (raw: Record<string, unknown>) => ({
  search: textOf(raw.search),
  team: textOf(raw.team),
  role: textOf(raw.role),
  kind: textOf(raw.kind),
  as_of: isDay(raw.as_of) ? raw.as_of : '',
})
type Params = ReturnType<typeof readParams>

const nothingChosen = { search: '', team: '', role: '', kind: '' }

/** Everybody by everything that is asked of them, on any day. */
export function MatrixPage() {
  usePageTitle('Matrix · Admin Panel')
  const { params, change } = useSearchParams(readParams)
  const { data: zones } = useQuery(ownTimeZoneQuery)
  const zone = zones?.brokerage_time_zone
  const asOf = momentOf(params.as_of, zone ?? 'UTC')
  const query = {
    as_of: asOf,
    search: params.search || undefined,
    team_id: params.team || undefined,
    role: roles.find((role) => role === params.role),
    kind: kinds.find(({ value }) => value === params.kind)?.value,
  }
  const matrix = useQuery({
    ...matrixQuery(query),
    // Which moment a day ends at is known with the brokerage's time zone.
    enabled: params.as_of === '' || zone !== undefined,
  })
  return (
    <>
      <PageHeader
        title="Admin Panel"
        actions={
          <>
            <SavedFilters list="matrix" />
            <ExportButton fetchFile={() => download('GET /admin/matrix.csv', { query })} />
            <ExportButton
              label="Export PDF"
              fetchFile={() => download('GET /admin/matrix.pdf', { query })}
            />
          </>
        }
      />
      <AdminTabs />
      <Filters params={params} onChange={change} />
      {asOf !== undefined && <PastDay day={params.as_of} onBack={() => change({ as_of: '' })} />}
      {matrix.data ? (
        <Shown
          matrix={matrix.data}
          params={params}
          isPast={asOf !== undefined}
          onClear={() => change(nothingChosen)}
        />
      ) : matrix.error ? (
        <ErrorPanel title="Failed to load the matrix" onRetry={() => void matrix.refetch()}>
          {messageOf(matrix.error, 'Please try again.')}
        </ErrorPanel>
      ) : (
        <div aria-busy="true">
          <CardSkeleton />
        </div>
      )}
    </>
  )
}

type FiltersProps = {
  params: Params
  onChange: ReturnType<typeof useSearchParams<Params>>['change']
}

function Filters({ params, onChange }: FiltersProps) {
  const { data: teams } = useQuery(teamsQuery)
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 xl:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
      <ListSearch
        label="Search people"
        placeholder="Search people…"
        value={params.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="max-xl:col-span-2"
      />
      <TeamFilter teams={teams} value={params.team} onChange={(team) => onChange({ team })} />
      <RoleFilter value={params.role} onChange={(role) => onChange({ role })} />
      <Filter
        label="Kind"
        all="All kinds"
        options={kinds}
        value={params.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <AsOfField value={params.as_of} onChange={(day) => onChange({ as_of: day })} />
    </div>
  )
}

function PastDay({ day, onBack }: { day: string; onBack: () => void }) {
  return (
    <div className="mb-4">
      <Notice
        action={
          <Button variant="secondary" size="sm" onClick={onBack}>
            Back to now
          </Button>
        }
      >
        How it stood at the end of {formatDate(`${day}T12:00:00`)}. Roles and teams are those of
        today.
      </Notice>
    </div>
  )
}

type ShownProps = { matrix: Matrix; params: Params; isPast: boolean; onClear: () => void }

function Shown({ matrix, params, isPast, onClear }: ShownProps) {
  const { people, items } = matrix
  if (people.length === 0) {
    return Object.keys(nothingChosen).some((name) => params[name as keyof Params] !== '') ? (
      <NoMatch title="Nothing fits" clearLabel="Show everybody" onClear={onClear}>
        Nothing is asked of anybody who matches this search and these filters.
      </NoMatch>
    ) : (
      <EmptyState
        icon={Grid3x3}
        title={isPast ? 'Nothing was asked of anybody' : 'Nothing is asked of anybody yet'}
        action={
          !isPast && (
            <ButtonLink to="/policies" variant="secondary">
              Go to the policies
            </ButtonLink>
          )
        }
      >
        {isPast
          ? 'On that day there was nothing to show.'
          : 'To ask for something, open a policy or a training and press Assign.'}
      </EmptyState>
    )
  }
  const to = (filters: Partial<RegisterParams>) =>
    registerPath({ ...filters, as_of: isPast ? params.as_of : '' })
  return (
    <>
      <Legend matrix={matrix} />
      <LeftOut {...matrix.left_out} />
      <MatrixGrid
        matrix={matrix}
        caption={`${counted(people.length, 'person', 'people')} by ${counted(items.length, 'item', 'items')}`}
        to={to}
      />
      <p className="mt-3 text-sm text-muted">
        What somebody did stays done, even if it is asked of nobody any more. Arrow keys go from
        cell to cell, and Enter opens what is behind one.
      </p>
    </>
  )
}

/** What the cells mean, and how many of each there are. */
function Legend({ matrix: { people } }: { matrix: Matrix }) {
  const counts = useMemo(() => {
    const each = new Map<string, number>()
    for (const { cells } of people) {
      for (const letter of cells) each.set(letter, (each.get(letter) ?? 0) + 1)
    }
    return each
  }, [people])
  return (
    <ul className="mb-4 flex flex-wrap gap-x-5 gap-y-2 text-sm" aria-label="Legend">
      {(Object.keys(matrixStates) as MatrixLetter[]).map((letter) => (
        <li key={letter} className="flex items-center gap-2">
          <span aria-hidden="true" className="w-7.5">
            <span className="matrix-cell" data-state={letter}>
              <span>{matrixSigns[letter]}</span>
            </span>
          </span>
          {stateLabels[matrixStates[letter]]}
          <span className="text-muted tabular-nums">
            {(counts.get(letter) ?? 0).toLocaleString('en-US')}
          </span>
        </li>
      ))}
    </ul>
  )
}

function LeftOut({ people, items }: Matrix['left_out']) {
  if (people === 0 && items === 0) return null
  const parts = [
    people > 0 && counted(people, 'more person', 'more people'),
    items > 0 && counted(items, 'more item', 'more items'),
  ].filter(Boolean)
  return (
    <div className="mb-4">
      <Notice tone="warning">
        {`${parts.join(' and ')} would not fit and are left out. Choose a team, a role or a kind to see them.`}
      </Notice>
    </div>
  )
}
