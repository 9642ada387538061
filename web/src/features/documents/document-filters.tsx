import { DOCUMENT_CATEGORIES } from '@frontdesk/contract/constants'
import { Filter, Select } from '#web/ui/field.tsx'
import { ListSearch } from '#web/ui/search-box.tsx'
import { kindLabels } from './file-facts.ts'
import { type ListParams, orders, readListParams } from './list-params.ts'

type DocumentFiltersProps = {
  params: ListParams
  onChange: (next: Partial<ListParams>, options?: { replace?: boolean }) => void
}

export function DocumentFilters({ params, onChange }: DocumentFiltersProps) {
  // Whatever a menu says goes through the reader of the address.
  const pick = (name: keyof ListParams) => (value: string) =>
    onChange({ [name]: readListParams({ [name]: value })[name] })
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 max-[22rem]:*:col-span-2 lg:max-xl:grid-cols-3 xl:grid-cols-[minmax(0,1fr)_11rem_11rem_11rem]">
      <ListSearch
        label="Search documents"
        placeholder="Search documents..."
        value={params.search}
        onChange={(search) => onChange({ search }, { replace: true })}
        className="col-span-2 lg:col-span-3 xl:col-span-1"
      />
      <Filter
        label="Category"
        all="All categories"
        options={DOCUMENT_CATEGORIES.map((category) => ({ value: category, label: category }))}
        value={params.category}
        onChange={pick('category')}
      />
      <Filter
        label="Kind of file"
        all="All files"
        options={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
        value={params.kind}
        onChange={pick('kind')}
      />
      <Select
        aria-label="Order"
        className="max-lg:col-span-2"
        value={params.order}
        onChange={(event) => pick('order')(event.target.value)}
      >
        {Object.entries(orders).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}
