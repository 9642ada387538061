import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { policyOptionsQuery } from '#web/features/policies/policies.api.ts'
import { testOptionsQuery } from '#web/features/assessments/assessments.taking.api.ts'
import { failureOf } from '#web/lib/api-error.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'

type ChosenItem = { id: string; title: string }
type ItemChecklistProps = { chosen: ChosenItem[]; onChange: (items: ChosenItem[]) => void }

/** Chooses any number of policies, trainings and tests, by a part of their title; what is chosen comes first. */
export function ItemChecklist({ chosen, onChange }: ItemChecklistProps) {
  const policies = useQuery(policyOptionsQuery)
  const tests = useQuery(testOptionsQuery)
  const [search, setSearch] = useState('')
  const error = policies.error ?? tests.error
  const options =
    policies.data && tests.data
      ? [...policies.data.map((one) => ({ ...one, category: 'Policy' })), ...tests.data]
      : undefined
  const sought = search.trim().toLowerCase()
  const isChosen = (id: string) => chosen.some((one) => one.id === id)
  const matching = options
    ?.filter(({ id, title }) => isChosen(id) || title.toLowerCase().includes(sought))
    .toSorted((one, other) => Number(isChosen(other.id)) - Number(isChosen(one.id)))
  return (
    <div className="mt-3 rounded-md border border-line">
      <div className="border-b border-line p-2">
        <SearchBox
          label="Search policies, trainings and tests"
          placeholder="Search policies, trainings and tests…"
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            // Enter would send the form around this box.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      </div>
      <div className="h-52 overflow-y-auto p-1.5" aria-busy={!options && !error}>
        {!options && error && (
          <p className="p-2 text-sm text-danger">{failureOf(error, 'Failed to load them')}</p>
        )}
        {!options && !error && (
          <div className="p-2">
            <SkeletonLines lines={4} />
          </div>
        )}
        {matching?.length === 0 && (
          <p className="p-2 text-sm text-muted">Nothing matches “{search.trim()}”.</p>
        )}
        <ul>
          {matching?.map(({ id, title, category }) => (
            <li key={id}>
              <Checkbox
                className="rounded-sm px-2 py-1.5 hover:bg-hover"
                label={title}
                hint={category}
                checked={isChosen(id)}
                onChange={(event) =>
                  onChange(
                    event.target.checked
                      ? [...chosen, { id, title }]
                      : chosen.filter((one) => one.id !== id),
                  )
                }
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
