import { ITEMS } from '@frontdesk/contract/items'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, type UseFormReturn } from 'react-hook-form'
import { Checkbox } from '#web/ui/field.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import type { TrainingTexts } from './training-texts.ts'
import { linkableQuery, type LinkableKind } from './trainings.api.ts'

const kinds: { kind: LinkableKind; label: string }[] = [
  { kind: 'policies', label: ITEMS.policy.plural },
  { kind: 'processes', label: ITEMS.process.plural },
  { kind: 'documents', label: ITEMS.document.plural },
]

type LinkedContentProps = { form: UseFormReturn<TrainingTexts> }

/** What else belongs to the training: each kind in a box of its own, with a search. */
export function LinkedContent({ form }: LinkedContentProps) {
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      {kinds.map(({ kind, label }) => (
        <LinkBox key={kind} form={form} kind={kind} label={label} />
      ))}
    </div>
  )
}

type LinkBoxProps = LinkedContentProps & {
  kind: LinkableKind
  label: string
}

function LinkBox({ form, kind, label }: LinkBoxProps) {
  const { data: items } = useQuery(linkableQuery(kind))
  const [search, setSearch] = useState('')
  const { field } = useController({ control: form.control, name: kind })
  const chosen = new Set(field.value)
  const sought = search.trim().toLowerCase()
  const found = items?.filter(({ title }) => title.toLowerCase().includes(sought))
  const toggle = (id: string) =>
    field.onChange(
      chosen.has(id) ? field.value.filter((other) => other !== id) : [...field.value, id],
    )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 flex w-full items-baseline justify-between gap-2 font-medium">
        {label}
        <span className="text-sm font-normal text-muted tabular-nums">
          {field.value.length === 0 ? 'None linked' : `${field.value.length} linked`}
        </span>
      </legend>
      <SearchBox
        label={`Search ${label.toLowerCase()}`}
        placeholder={`Search ${label.toLowerCase()}…`}
        value={search}
        onChange={setSearch}
        className="mb-2"
      />
      <div className="h-[200px] overflow-y-auto rounded-md border border-line bg-surface p-1">
        {!found && (
          <div className="p-2">
            <SkeletonLines lines={4} />
          </div>
        )}
        {found?.length === 0 && (
          <p className="p-2 text-sm text-muted">
            {sought
              ? `Nothing matches “${search.trim()}”.`
              : `There are no ${label.toLowerCase()} yet.`}
          </p>
        )}
        {found?.map(({ id, title }) => (
          <Checkbox
            key={id}
            label={title}
            checked={chosen.has(id)}
            onChange={() => toggle(id)}
            className="rounded-sm px-2 py-1.5 hover:bg-hover"
          />
        ))}
      </div>
    </fieldset>
  )
}
