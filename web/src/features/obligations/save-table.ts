import { saveAs } from '#web/lib/save-as.ts'

/** A cell that a spreadsheet would take for a formula is kept as text. */
const cellOf = (value: string | number) => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A small table that is on screen, as CSV: the first line holds the headers. */
export const csvOf = (lines: (string | number)[][]): string =>
  lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')

/** Saves a table under this name, which ends in `.csv`. */
export function saveTable(name: string, lines: (string | number)[][]): void {
  // Excel takes a file without the mark for another encoding.
  saveAs(new Blob([`\uFEFF${csvOf(lines)}`], { type: 'text/csv;charset=utf-8' }), name)
}
