import { useSearchText } from '#web/lib/use-search-text.ts'
import { Select } from '#web/ui/field.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { RoleOptions } from './role-options.tsx'
import { readTeam, type TeamParams } from './team-params.ts'

export type ChangeTeam = (next: Partial<TeamParams>, options?: { replace?: boolean }) => void

type TeamFiltersProps = { params: TeamParams; onChange: ChangeTeam }

export function TeamFilters({ params, onChange }: TeamFiltersProps) {
  const [text, setText] = useSearchText(params.search, (search) =>
    onChange({ search }, { replace: true }),
  )
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_13rem_10rem]">
      <SearchBox
        label="Search the team"
        placeholder="Search the team…"
        value={text}
        onChange={setText}
        className="col-span-2 lg:col-span-1"
      />
      <Select
        aria-label="Status"
        value={params.state}
        onChange={(event) => onChange({ state: readTeam({ state: event.target.value }).state })}
      >
        <option value="">All statuses</option>
        <option value="active">Active</option>
        <option value="approval">Awaiting approval</option>
        <option value="invited">Invited</option>
        <option value="inactive">Inactive</option>
        <option value="behind">Behind</option>
      </Select>
      <Select
        aria-label="Role"
        value={params.role}
        onChange={(event) => onChange({ role: readTeam({ role: event.target.value }).role })}
      >
        <option value="">All roles</option>
        <RoleOptions />
      </Select>
    </div>
  )
}
