import type { PageElement } from './page-element.ts'

interface TableContext {
  /** Takes a sentence on what could not be kept. */
  lost: Set<string>
  /** What stands in a cell. */
  markdownOf: (cell: PageElement) => string
}

/** A table of more columns is no table that a policy can show. */
const MOST_COLUMNS = 30

/** A table in Markdown; its first row becomes its head. */
export function tableOf(table: PageElement, context: TableContext): string {
  const [caption] = childrenOf(table, /^CAPTION$/)
  const above = caption
    ? context.markdownOf(caption).replaceAll('**', '').replaceAll(/\s+/g, ' ').trim()
    : ''
  return `${above === '' ? '' : `\n\n**${above}**`}${markdownTable(gridOf(table, context))}`
}

/** Rows of cells that hold Markdown of one line each; the first is the head. */
export function markdownTable(rows: string[][]): string {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''))
  const head = filled[0]?.map((cell) => cell.replaceAll('**', ''))
  if (!head) return ''
  const width = Math.min(MOST_COLUMNS, Math.max(...filled.map((row) => row.length)))
  // A frame around one text is for the looks.
  if (width === 1)
    return `\n\n${filled.map(([cell]) => cell!.replaceAll('<br>', '\n\n')).join('\n\n')}\n\n`
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => (row[at] ?? '').replaceAll('|', '\\|')).join(' | ')} |`
  const rule = `|${' --- |'.repeat(width)}`
  return `\n\n${[line(head), rule, ...filled.slice(1).map(line)].join('\n')}\n\n`
}

function gridOf(table: PageElement, context: TableContext): string[][] {
  const rows: string[][] = []
  /** Cells that reach into rows to come: how many rows still, by column. */
  const reaching: number[] = []
  for (const row of rowsOf(table)) {
    const cells: string[] = []
    const skipReached = () => {
      while ((reaching[cells.length] ?? 0) > 0) {
        reaching[cells.length]! -= 1
        cells.push('')
      }
    }
    for (const cell of childrenOf(row, /^T[HD]$/)) {
      skipReached()
      const wide = spanOf(cell, 'colspan')
      const high = spanOf(cell, 'rowspan')
      if (wide > 1 || high > 1) context.lost.add('Merged cells of tables were split.')
      const text = cellText(cell, context)
      for (let at = 0; at < wide && cells.length < MOST_COLUMNS; at += 1) {
        reaching[cells.length] = high - 1
        cells.push(at === 0 ? text : '')
      }
    }
    skipReached()
    rows.push(cells)
  }
  return rows
}

const childrenOf = (parent: PageElement, names: RegExp) =>
  Array.from(parent.children).filter(({ nodeName }) => names.test(nodeName))

function rowsOf(table: PageElement): PageElement[] {
  return childrenOf(table, /^(?:TR|THEAD|TBODY|TFOOT)$/).flatMap((child) =>
    child.nodeName === 'TR' ? [child] : childrenOf(child, /^TR$/),
  )
}

const spanOf = (cell: PageElement, name: string) =>
  Math.min(MOST_COLUMNS, Math.max(1, Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1))

/** A cell is one line: its paragraphs and items are divided by breaks, and a table in it becomes text. */
function cellText(cell: PageElement, context: TableContext): string {
  for (const inner of Array.from(cell.querySelectorAll('table'))) {
    context.lost.add('A table within a table became lines of text.')
    const lines = Array.from(inner.querySelectorAll('tr'), (row) =>
      Array.from(row.children, ({ textContent }) =>
        (textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
      )
        .filter(Boolean)
        .join(' – '),
    )
    const text = cell.ownerDocument.createElement('div')
    for (const line of lines) {
      const paragraph = cell.ownerDocument.createElement('p')
      paragraph.textContent = line
      text.appendChild(paragraph)
    }
    inner.parentNode?.replaceChild(text, inner)
  }
  return context
    .markdownOf(cell)
    .replace(/^#+ (.*)$/gm, '**$1**')
    .split('\n')
    .map((line) => line.trim().replace(/^- /, '• '))
    .filter(Boolean)
    .join('<br>')
}
