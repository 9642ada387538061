import { useId, useState } from 'react'
import { FieldError } from '#web/ui/field.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'

export type ItemOption = {
  id: string
  title: string
  category: string | null
  /** Where the person stands with it already. */
  note: string | null
  /** Whether they have done it. */
  isDone: boolean
}

type ItemPickerProps = {
  legend: string
  searchLabel: string
  options: ItemOption[] | undefined
  chosen: ItemOption | null
  error: string | null
  onChoose: (option: ItemOption) => void
}

/** One item of many, found by a part of its title; what is chosen stays in sight. */
export function ItemPicker(props: ItemPickerProps) {
  const { legend, searchLabel, options, chosen, error, onChoose } = props
  const id = useId()
  const [search, setSearch] = useState('')
  const sought = search.trim().toLowerCase()
  const matching = options?.filter(
    (option) => option.id === chosen?.id || option.title.toLowerCase().includes(sought),
  )
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="rounded-md border border-line">
        <div className="border-b border-line p-2">
          <SearchBox
            label={searchLabel}
            placeholder={`${searchLabel}…`}
            value={search}
            onChange={setSearch}
            aria-invalid={error ? true : undefined}
            onKeyDown={(event) => {
              // Enter would send the form around this box.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        </div>
        <div className="h-80 overflow-y-auto p-1.5" aria-busy={!options}>
          {!matching && (
            <div className="p-2">
              <SkeletonLines lines={6} />
            </div>
          )}
          {matching?.length === 0 && (
            <p className="p-2 text-sm text-muted">Nothing matches “{search.trim()}”.</p>
          )}
          {matching?.map((option) => (
            <ItemLine
              key={option.id}
              name={id}
              option={option}
              checked={option.id === chosen?.id}
              onPick={() => onChoose(option)}
            />
          ))}
        </div>
      </div>
      {error && (
        <div className="mt-2">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

type ItemLineProps = { name: string; option: ItemOption; checked: boolean; onPick: () => void }

function ItemLine({ name, option, checked, onPick }: ItemLineProps) {
  const id = useId()
  const facts = [option.category, option.note].filter(Boolean).join(' · ')
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-sm px-2.5 py-2 transition-colors hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-(--focus)">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onPick}
        // The facts are a description: as part of the name they would be read twice.
        aria-labelledby={`${id}-title`}
        aria-describedby={facts ? `${id}-facts` : undefined}
        className="mt-[0.2em] size-4.5 shrink-0 appearance-none rounded-full border border-line-control bg-surface outline-none checked:border-[5.5px] checked:border-accent"
      />
      <span className="min-w-0">
        <span id={`${id}-title`} className="wrap-break-word">
          {option.title}
        </span>
        {facts && (
          <span id={`${id}-facts`} className="block text-sm text-muted">
            {facts}
          </span>
        )}
      </span>
    </label>
  )
}
