import { DOCUMENT_CATEGORIES } from '@frontdesk/contract/constants'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { Select } from '#web/ui/field.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { kindLabels } from './file-facts.ts'
import { type ListParams, orders, readListParams } from './list-params.ts'

type DocumentFiltersProps = {
  params: ListParams
  onChange: (next: Partial<ListParams>, options?: { replace?: boolean }) => void
}

export function DocumentFilters({ params, onChange }: DocumentFiltersProps) {
  const [text, setText] = useSearchText(params.search, (search) =>
    onChange({ search }, { replace: true }),
  )
  // Whatever a menu says goes through the reader of the address.
  const pick = (name: keyof ListParams) => (event: { target: { value: string } }) =>
    onChange({ [name]: readListParams({ [name]: event.target.value })[name] })
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_11rem_11rem_11rem]">
      <SearchBox
        label="Search documents"
        placeholder="Search documents..."
        value={text}
        onChange={setText}
        className="col-span-2 lg:col-span-1"
      />
      <Select aria-label="Category" value={params.category} onChange={pick('category')}>
        <option value="">All categories</option>
        {DOCUMENT_CATEGORIES.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Select>
      <Select aria-label="Kind of file" value={params.kind} onChange={pick('kind')}>
        <option value="">All files</option>
        {Object.entries(kindLabels).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Order"
        className="max-lg:col-span-2"
        value={params.order}
        onChange={pick('order')}
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
