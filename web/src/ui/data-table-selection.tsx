import { useEffect, useRef } from 'react'
import { Checkbox } from './field.tsx'

/** Rows that are chosen to do something with all of them at once. */
export type RowSelection<Row> = {
  isSelected: (row: Row) => boolean
  onSelect: (rows: Row[], on: boolean) => void
  /** Such as the person's name. */
  labelOf: (row: Row) => string
}

type SelectAllProps<Row> = { rows: Row[]; selection: RowSelection<Row> }

/** Of the rows that are shown; cards have no header row, so theirs stands above them. */
export function SelectAllHeader<Row>({ rows, selection }: SelectAllProps<Row>) {
  const box = useRef<HTMLInputElement>(null)
  const chosen = rows.filter(selection.isSelected).length
  const some = chosen > 0 && chosen < rows.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <th scope="col" className="w-px py-0 pr-1 pl-5 text-start cards:hidden">
      <Checkbox
        ref={box}
        className="-m-2 w-fit p-2"
        label={<span className="sr-only">Select all on this page</span>}
        disabled={rows.length === 0}
        checked={rows.length > 0 && chosen === rows.length}
        onChange={(event) => selection.onSelect(rows, event.target.checked)}
      />
    </th>
  )
}

type SelectCellProps<Row> = { row: Row; selection: RowSelection<Row> }

export function SelectCell<Row>({ row, selection }: SelectCellProps<Row>) {
  return (
    <td className="w-px py-3 pr-1 pl-5 cards:absolute cards:top-5 cards:left-4 cards:p-0!">
      <Checkbox
        className="-m-2 w-fit p-2"
        label={<span className="sr-only">Select {selection.labelOf(row)}</span>}
        checked={selection.isSelected(row)}
        onChange={(event) => selection.onSelect([row], event.target.checked)}
      />
    </td>
  )
}
