import { useQuery } from '@tanstack/react-query'
import { Filter } from '#web/ui/field.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { policyOptionsQuery } from './policies.api.ts'
import { acknowledgedStates, outstandingStates, type RegisterParams } from './register-params.ts'
import { stateLabels } from './state-badge.tsx'

export type ChangeRegister = (
  next: Partial<RegisterParams>,
  options?: { replace?: boolean },
) => void

type RegisterFiltersProps = { params: RegisterParams; onChange: ChangeRegister }

export function RegisterFilters({ params, onChange }: RegisterFiltersProps) {
  const { data: policies = [] } = useQuery(policyOptionsQuery)
  const states = params.view === 'outstanding' ? outstandingStates : acknowledgedStates
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_16rem_12rem]">
      <ListSearch
        label="Search people and policies"
        placeholder="Search people and policies…"
        value={params.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="col-span-2 lg:col-span-1"
      />
      <Filter
        label="Policy"
        all="All policies"
        options={policies.map(({ id, title }) => ({ value: id, label: title }))}
        value={params.policy}
        onChange={(policy) => onChange({ policy })}
      />
      <Filter
        label="State"
        all="All states"
        options={states.map((state) => ({ value: state, label: stateLabels[state] }))}
        value={params.state}
        onChange={(state) => onChange({ state })}
      />
    </div>
  )
}
