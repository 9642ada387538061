import { type KeyboardEvent, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { CellEdit } from './cell-edit.ts'
import type { CellEditState } from './use-cell-edit.ts'

type CellControlProps = {
  edit: CellEdit
  state: CellEditState
  /** Ties it to what it says below. */
  describedBy: string
  onKeyDown?: (event: KeyboardEvent) => void
  /** As high as a line, so that nothing around it moves. */
  compact?: boolean
}

/** What a cell is filled in with. */
export function CellControl(props: CellControlProps) {
  const { edit, state, describedBy, onKeyDown, compact = false } = props
  const listId = useId()
  const { editing, type } = state
  const { input } = edit
  if (!editing) return null
  const isBusy = editing.step === 'saving'
  const isWrong = editing.problem !== null || editing.conflict !== null
  const control = {
    'aria-label': nameOf(edit),
    'aria-describedby': isWrong ? describedBy : undefined,
    'aria-invalid': isWrong || undefined,
    'aria-busy': isBusy,
    // Whoever has begun is where they want to be.
    autoFocus: true,
    value: editing.draft,
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
    onKeyDown,
  }
  if (input.type === 'select') {
    return (
      <Select
        {...control}
        disabled={isBusy}
        className={compact ? 'min-w-32 max-w-64 [&_select]:h-7! [&_svg]:z-2' : undefined}
      >
        {input.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    )
  }
  return (
    <span className="relative block">
      <TextInput
        {...control}
        type={input.type}
        readOnly={isBusy}
        autoComplete="off"
        {...(input.type === 'text'
          ? { maxLength: input.maxLength, list: input.suggestions && listId }
          : { min: input.min })}
        className={compact ? (input.type === 'date' ? 'h-7! w-40!' : 'h-7! max-w-md min-w-32') : ''}
      />
      {isBusy && <Spinner className="absolute top-1/2 right-3 -translate-y-1/2" />}
      {input.type === 'text' && input.suggestions && (
        <datalist id={listId}>
          {input.suggestions.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      )}
    </span>
  )
}

/** Such as `Title of Wire fraud`. */
const nameOf = ({ name, of }: CellEdit) =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)} of ${of}`

type CellTroubleProps = { id: string; edit: CellEdit; state: CellEditState; onLeave: () => void }

/** What is wrong with a cell, or what somebody else has made of it, with both ways on. */
export function CellTrouble({ id, edit, state, onLeave }: CellTroubleProps) {
  const { editing, now, insist } = state
  if (!editing?.problem && !editing?.conflict) return null
  return (
    <div id={id} role="alert" className="mt-3 grid gap-2 text-sm font-normal text-danger">
      {editing.problem ?? (
        <>
          <p className="wrap-anywhere">
            Somebody else has changed it to “{shownOf(edit, now)}”. What you typed is still here.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => void insist()}>
              Save mine
            </Button>
            <Button size="sm" variant="secondary" onClick={onLeave}>
              Keep theirs
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function shownOf({ input }: CellEdit, value: string): string {
  if (input.type !== 'select') return value || 'nothing'
  return input.options.find((option) => option.value === value)?.label ?? value
}
