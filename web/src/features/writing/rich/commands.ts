import { lift, setBlockType, toggleMark, wrapIn } from '@milkdown/kit/prose/commands'
import type { Node, NodeType, ResolvedPos, Schema } from '@milkdown/kit/prose/model'
import { liftListItem, wrapInList } from '@milkdown/kit/prose/schema-list'
import {
  type Command,
  type EditorState,
  NodeSelection,
  TextSelection,
} from '@milkdown/kit/prose/state'

/** What the text is where the cursor stands; the toolbar shows it. */
export type Standing = {
  /** 0 for text, 1 to 3 for a heading, null where neither can be chosen. */
  level: number | null
  strong: boolean
  emphasis: boolean
  inlineCode: boolean
  link: boolean
  list: 'bullet_list' | 'ordered_list' | null
  quote: boolean
  codeBlock: boolean
  table: boolean
  /** Where a picture stands that is chosen; null where none is. */
  picture: number | null
}

export function standingOf(state: EditorState): Standing {
  const { $from } = state.selection
  const parent = $from.parent
  const isHeading = parent.type.name === 'heading'
  return {
    level: isHeading ? Number(parent.attrs.level) : parent.type.name === 'paragraph' ? 0 : null,
    strong: hasMark(state, 'strong'),
    emphasis: hasMark(state, 'emphasis'),
    inlineCode: hasMark(state, 'inlineCode'),
    link: hasMark(state, 'link'),
    list: listAround($from),
    quote: isWithin($from, 'blockquote'),
    codeBlock: parent.type.name === 'code_block',
    table: isWithin($from, 'table'),
    picture: chosenPicture(state),
  }
}

function hasMark({ selection, storedMarks, doc, schema }: EditorState, name: string): boolean {
  const mark = schema.marks[name]!
  const { empty, from, to, $from } = selection
  if (empty) return Boolean(mark.isInSet(storedMarks ?? $from.marks()))
  return doc.rangeHasMark(from, to, mark)
}

export function isWithin($pos: ResolvedPos, name: string): boolean {
  for (let depth = $pos.depth; depth > 0; depth--) {
    if ($pos.node(depth).type.name === name) return true
  }
  return false
}

function listAround($pos: ResolvedPos): Standing['list'] {
  for (let depth = $pos.depth; depth > 0; depth--) {
    const { name } = $pos.node(depth).type
    if (name === 'bullet_list' || name === 'ordered_list') return name
  }
  return null
}

/** Bold, italic or code on, or off again. */
export const mark =
  (name: 'strong' | 'emphasis' | 'inlineCode'): Command =>
  (state, dispatch, view) =>
    toggleMark(state.schema.marks[name]!)(state, dispatch, view)

/** @param level 0 for text, 1 to 6 for a heading */
export const block =
  (level: number): Command =>
  (state, dispatch, view) => {
    const { paragraph, heading } = state.schema.nodes
    const command = level === 0 ? setBlockType(paragraph!) : setBlockType(heading!, { level })
    return command(state, dispatch, view)
  }

/** A list of that kind around what is chosen; the other kind where it is one already; none where it is this one. */
export const list =
  (name: 'bullet_list' | 'ordered_list'): Command =>
  (state, dispatch, view) => {
    const { nodes } = state.schema
    const now = listAround(state.selection.$from)
    if (now === null) return wrapInList(nodes[name]!)(state, dispatch, view)
    if (now === name) return liftListItem(nodes.list_item!)(state, dispatch)
    return turnList(nodes[name]!)(state, dispatch, view)
  }

const turnList =
  (type: NodeType): Command =>
  ({ selection: { $from }, tr }, dispatch) => {
    for (let depth = $from.depth; depth > 0; depth--) {
      if (!$from.node(depth).type.name.endsWith('_list')) continue
      dispatch?.(tr.setNodeMarkup($from.before(depth), type))
      return true
    }
    return false
  }

/** A quote around what is chosen, or out of it. */
export const quote: Command = (state, dispatch, view) =>
  isWithin(state.selection.$from, 'blockquote')
    ? lift(state, dispatch)
    : wrapIn(state.schema.nodes.blockquote!)(state, dispatch, view)

/** Words within a line become code among words; anything else a block of code, and back. */
export const code: Command = (state, dispatch, view) => {
  const { $from, $to, empty } = state.selection
  const { code_block: type, paragraph } = state.schema.nodes
  if ($from.parent.type === type) return setBlockType(paragraph!)(state, dispatch, view)
  if (!empty && $from.sameParent($to)) return mark('inlineCode')(state, dispatch, view)
  return setBlockType(type!)(state, dispatch, view)
}

/** The end of a line without a new paragraph. */
export const lineBreak: Command = (state, dispatch) => {
  const { hardbreak, html, code_block: type } = state.schema.nodes
  const { $from } = state.selection
  if ($from.parent.type === type || !$from.parent.inlineContent) return false
  if ($from.parent.type.name === 'heading') return true
  // A row of a table is one line in Markdown: there a break has to be said.
  const end = isWithin($from, 'table')
    ? html!.create({ value: '<br>' })
    : hardbreak!.create({ isInline: true })
  dispatch?.(state.tr.replaceSelectionWith(end).scrollIntoView())
  return true
}

/** The link that the cursor stands in: where it begins and ends, and where it leads. */
export function linkAt(state: EditorState): { from: number; to: number; href: string } | null {
  const { $from, from, to, empty } = state.selection
  const type = state.schema.marks.link!
  const isOn = (pos: ResolvedPos) =>
    type.isInSet(pos.marks()) ?? (pos.nodeAfter && type.isInSet(pos.nodeAfter.marks)) ?? undefined
  const found = isOn($from)
  if (!found) return null
  const href = String(found.attrs.href)
  if (!empty) return { from, to, href }
  let [start, end] = [from, from]
  $from.parent.forEach((child, offset) => {
    const begin = $from.start() + offset
    const isPart = found.isInSet(child.marks) && begin <= end + 1 && begin + child.nodeSize >= start
    if (!isPart) return
    start = Math.min(start, begin)
    end = Math.max(end, begin + child.nodeSize)
  })
  return { from: start, to: end, href }
}

/** A link over these places, or `words` as one where nothing is chosen; no `href` takes it away. */
export const link =
  (href: string | null, words: string): Command =>
  (state, dispatch) => {
    const type = state.schema.marks.link!
    const around = linkAt(state)
    const { from, to } = around ?? state.selection
    const { tr } = state
    tr.removeMark(from, to, type)
    if (href !== null && from === to) {
      tr.replaceSelectionWith(state.schema.text(words || href, [type.create({ href })]), false)
      tr.removeStoredMark(type)
    } else if (href !== null) tr.addMark(from, to, type.create({ href }))
    dispatch?.(tr.scrollIntoView())
    return true
  }

export function pictureNode(schema: Schema, src: string, alt: string) {
  return schema.nodes.image!.create({ src, alt, title: '' })
}

/** Where the picture stands that is chosen. */
export function chosenPicture({ selection }: EditorState): number | null {
  const isPicture = selection instanceof NodeSelection && selection.node.type.name === 'image'
  return isPicture ? selection.from : null
}

/** Says what the picture there shows, and leaves it chosen where it was. */
export const describe =
  (at: number, alt: string): Command =>
  ({ doc, tr, selection }, dispatch) => {
    const picture = doc.nodeAt(at)
    if (picture?.type.name !== 'image') return false
    tr.setNodeMarkup(at, undefined, { ...picture.attrs, alt })
    if (selection instanceof NodeSelection && selection.from === at) {
      tr.setSelection(NodeSelection.create(tr.doc, at))
    }
    dispatch?.(tr)
    return true
  }

/** Out of a block of code, or past a picture or line that ends the text. */
export const goOnBelow: Command = (state, dispatch) => {
  const { $to } = state.selection
  const isStuck = $to.parent.type.name === 'code_block' || state.selection instanceof NodeSelection
  if (!isStuck || $to.depth > 1) return false
  const after = $to.depth === 0 ? $to.pos : $to.after(1)
  const tr = state.tr.insert(after, state.schema.nodes.paragraph!.create())
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView())
  return true
}

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
