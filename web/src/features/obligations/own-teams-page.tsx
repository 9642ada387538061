import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { managedTeamsQuery } from '#web/features/teams/teams.api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useSearchParams } from '#web/lib/use-search-params.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { filterOf, readRegister } from './obligation-params.ts'
import { ObligationRegister } from './obligation-register.tsx'
import { RegisterFilters, WhichRegister } from './register-filters.tsx'
import { StepRegister } from './step-register.tsx'

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
      {!teams && error && (
        <ErrorPanel title="Failed to load your teams" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
      {!teams && !error && <SkeletonLines lines={5} />}
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
