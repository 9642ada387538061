import type { Node, Schema } from '@milkdown/kit/prose/model'
import { TextSelection, type Command, type EditorState } from '@milkdown/kit/prose/state'

/** The table that the cursor stands in, and which of its cells. */
type Place = { table: Node; start: number; row: number; column: number }

function placeIn({ selection: { $head } }: EditorState): Place | null {
  for (let depth = $head.depth; depth > 2; depth--) {
    const table = $head.node(depth - 2)
    if (table.type.name !== 'table') continue
    return {
      table,
      start: $head.before(depth - 2),
      row: $head.index(depth - 2),
      column: $head.index(depth - 1),
    }
  }
  return null
}

const cellsOf = (row: Node) => [...row.children]

/** A row of empty cells, each aligned as its column. */
function emptyRow(schema: Schema, head: Node): Node {
  const { table_row: row, table_cell: cell } = schema.nodes
  return row!.create(
    null,
    cellsOf(head).map(({ attrs: { alignment } }) => cell!.createAndFill({ alignment })!),
  )
}

/** Puts other rows into the table, with the cursor in one cell of them; no rows take it away. */
function change(
  state: EditorState,
  place: Place,
  rows: Node[],
  { row, column }: { row: number; column: number },
) {
  const { table, start } = place
  const tr = state.tr
  if (rows.length === 0) return tr.delete(start, start + table.nodeSize).scrollIntoView()
  tr.replaceWith(start, start + table.nodeSize, table.copy(table.type.create(null, rows).content))
  return tr.setSelection(cursorIn(tr.doc, start, row, column)).scrollIntoView()
}

function cursorIn(doc: Node, start: number, row: number, column: number): TextSelection {
  const table = doc.nodeAt(start)!
  let pos = start + 1
  for (let i = 0; i < row; i++) pos += table.child(i).nodeSize
  const cells = table.child(row)
  pos++
  for (let i = 0; i < column; i++) pos += cells.child(i).nodeSize
  // Into the cell, and into its paragraph.
  return TextSelection.create(doc, pos + 2)
}

/** A table of two columns with a head and two rows, where the cursor stands. */
export const insertTable: Command = (state, dispatch) => {
  const { table, table_header_row: headRow, table_header: headCell } = state.schema.nodes
  if (placeIn(state)) return false
  const head = headRow!.create(null, [headCell!.createAndFill()!, headCell!.createAndFill()!])
  const made = table!.create(null, [
    head,
    emptyRow(state.schema, head),
    emptyRow(state.schema, head),
  ])
  const { $from } = state.selection
  const depth = Math.min(1, $from.depth)
  const isBlank = $from.parent.content.size === 0 && $from.depth === 1
  const end = depth === 0 ? state.selection.to : $from.after(1)
  const tr = isBlank ? state.tr.replaceWith($from.before(1), end, made) : state.tr.insert(end, made)
  const start = isBlank ? $from.before(1) : end
  dispatch?.(tr.setSelection(cursorIn(tr.doc, start, 0, 0)).scrollIntoView())
  return true
}

export const addRow: Command = (state, dispatch) => {
  const place = placeIn(state)
  if (!place) return false
  const rows = [...place.table.children]
  rows.splice(place.row + 1, 0, emptyRow(state.schema, rows[0]!))
  dispatch?.(change(state, place, rows, { row: place.row + 1, column: 0 }))
  return true
}

/** The head stays: a table without one is none. The last row takes the table along. */
export const removeRow: Command = (state, dispatch) => {
  const place = placeIn(state)
  if (!place || place.row === 0) return false
  const rows = [...place.table.children]
  rows.splice(place.row, 1)
  const kept = rows.length > 1 ? rows : []
  dispatch?.(
    change(state, place, kept, {
      row: Math.min(place.row, rows.length - 1),
      column: place.column,
    }),
  )
  return true
}

export const addColumn: Command = (state, dispatch) => {
  const place = placeIn(state)
  if (!place) return false
  const column = place.column + 1
  const rows = [...place.table.children].map((row) => {
    const cells = cellsOf(row)
    cells.splice(column, 0, cells[0]!.type.createAndFill()!)
    return row.type.create(row.attrs, cells)
  })
  dispatch?.(change(state, place, rows, { row: place.row, column }))
  return true
}

/** The last column takes the table along. */
export const removeColumn: Command = (state, dispatch) => {
  const place = placeIn(state)
  if (!place) return false
  const rows = [...place.table.children].map((row) => {
    const cells = cellsOf(row)
    cells.splice(place.column, 1)
    return row.type.create(row.attrs, cells)
  })
  const kept = rows[0]!.childCount > 0 ? rows : []
  const column = Math.min(place.column, rows[0]!.childCount - 1)
  dispatch?.(change(state, place, kept, { row: place.row, column }))
  return true
}

/** The next cell, or the one before; behind the last one a new row begins, but for behind an empty one: out of it. */
export const goToCell =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const place = placeIn(state)
    if (!place) return false
    const width = place.table.child(0).childCount
    const next = place.row * width + place.column + step
    if (next < 0) return false
    const row = Math.floor(next / width)
    if (row >= place.table.childCount) {
      return place.table.lastChild?.textContent !== '' && addRow(state, dispatch)
    }
    dispatch?.(
      state.tr.setSelection(cursorIn(state.doc, place.start, row, next % width)).scrollIntoView(),
    )
    return true
  }

/** Enter in a cell goes to the one below; below the last row a new one begins. */
export const goToCellBelow: Command = (state, dispatch) => {
  const place = placeIn(state)
  if (!place) return false
  if (place.row + 1 >= place.table.childCount) return addRow(state, dispatch)
  dispatch?.(
    state.tr
      .setSelection(cursorIn(state.doc, place.start, place.row + 1, place.column))
      .scrollIntoView(),
  )
  return true
}
