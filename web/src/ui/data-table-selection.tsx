import { useEffect, useRef, useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { type LoadPage, loadWhole } from '#web/lib/paging.ts'
import { Button } from './button.tsx'
import { Checkbox } from './field.tsx'
import { toast } from './toast.tsx'

/** Rows that are chosen to do something with all of them at once. */
export type RowSelection<Row> = {
  isSelected: (row: Row) => boolean
  onSelect: (rows: Row[], on: boolean) => void
  /** Such as the person's name. */
  labelOf: (row: Row) => string
  /** So many can be chosen for one action. */
  most: number
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

type SelectMatchingProps<Row> = SelectAllProps<Row> & { total: number; loadPage: LoadPage<Row> }

/** Once all on a page are chosen, offers those on the other pages too. */
export function SelectAllMatching<Row>(props: SelectMatchingProps<Row>) {
  const { rows, selection, total, loadPage } = props
  const [state, setState] = useState<{ busy: boolean; last?: Row }>({ busy: false })
  const isWhole =
    total <= rows.length || (state.last !== undefined && selection.isSelected(state.last))
  if (rows.length === 0 || isWhole || !rows.every(selection.isSelected)) return null
  const choose = async () => {
    setState({ busy: true })
    try {
      const all = await loadWhole(loadPage, selection.most)
      selection.onSelect(all, true)
      setState({ busy: false, last: all.at(-1) })
    } catch (error) {
      setState({ busy: false })
      toast.error(failureOf(error, 'Failed to choose them'))
    }
  }
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      All {rows.length} on this page are chosen.
      <Button variant="secondary" size="sm" busy={state.busy} onClick={() => void choose()}>
        {total > selection.most
          ? `Choose the first ${selection.most} of ${total} that match`
          : `Choose all ${total} that match`}
      </Button>
    </p>
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
