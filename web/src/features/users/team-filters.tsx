import { roleOptions } from '#web/lib/roles.ts'
import { Filter } from '#web/ui/field.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { readTeam, type TeamParams } from './team-params.ts'

const states = [
  { value: 'active', label: 'Active' },
  { value: 'approval', label: 'Awaiting approval' },
  { value: 'invited', label: 'Invited' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'behind', label: 'Behind' },
]

export type ChangeTeam = (next: Partial<TeamParams>, options?: { replace?: boolean }) => void

type TeamFiltersProps = { params: TeamParams; onChange: ChangeTeam }

export function TeamFilters({ params, onChange }: TeamFiltersProps) {
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_13rem_10rem]">
      <ListSearch
        label="Search the team"
        placeholder="Search the team…"
        value={params.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="col-span-2 lg:col-span-1"
      />
      <Filter
        label="Status"
        all="All statuses"
        options={states}
        value={params.state}
        onChange={(state) => onChange({ state: readTeam({ state }).state })}
      />
      <Filter
        label="Role"
        all="All roles"
        options={roleOptions}
        value={params.role}
        onChange={(role) => onChange({ role: readTeam({ role }).role })}
      />
    </div>
  )
}
