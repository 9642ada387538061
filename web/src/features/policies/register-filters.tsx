import { useQuery } from '@tanstack/react-query'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { Select } from '#web/ui/field.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { policyOptionsQuery } from './policies.api.ts'
import { acknowledgedStates, outstandingStates, type RegisterParams } from './register-params.ts'
import { stateLabels } from './state-badge.tsx'

export type ChangeRegister = (
  next: Partial<RegisterParams>,
  options?: { replace?: boolean },
) => void

type RegisterFiltersProps = { params: RegisterParams; onChange: ChangeRegister }

export function RegisterFilters({ params, onChange }: RegisterFiltersProps) {
  const [text, setText] = useSearchText(params.search, (search) =>
    onChange({ search }, { replace: true }),
  )
  const { data: policies = [] } = useQuery(policyOptionsQuery)
  const states = params.view === 'outstanding' ? outstandingStates : acknowledgedStates
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_16rem_12rem]">
      <SearchBox
        label="Search people and policies"
        placeholder="Search people and policies…"
        value={text}
        onChange={setText}
        className="col-span-2 lg:col-span-1"
      />
      <Select
        aria-label="Policy"
        value={params.policy}
        onChange={(event) => onChange({ policy: event.target.value })}
      >
        <option value="">All policies</option>
        {policies.map((policy) => (
          <option key={policy.id} value={policy.id}>
            {policy.title}
          </option>
        ))}
      </Select>
      <Select
        aria-label="State"
        value={params.state}
        onChange={(event) => onChange({ state: event.target.value })}
      >
        <option value="">All states</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {stateLabels[state]}
          </option>
        ))}
      </Select>
    </div>
  )
}
