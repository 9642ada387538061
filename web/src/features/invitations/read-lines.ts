import type { Line } from './invitations.api.ts'

const EMAIL_HEADER = /^e-?mail( ?address)?$/i
const ROLE_HEADER = /^role$/i
const ROLE = /^(agent|manager|admin)$/i

/**
 * People to invite, as pasted or read from a CSV file: one a line, with a role where one is given.
 * Whether what stands there is an address or a role is the server's to say.
 */
export function readLines(text: string, defaultRole: string): Line[] {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map(cellsOf)
    .filter((cells) => cells.some((cell) => cell !== ''))
  const header = rows[0]
  const emailColumn = header?.findIndex((cell) => EMAIL_HEADER.test(cell)) ?? -1
  if (!header || emailColumn === -1) return rows.map((cells) => readCells(cells, defaultRole))
  const roleColumn = header.findIndex((cell) => ROLE_HEADER.test(cell))
  return rows.slice(1).map((cells) => ({
    email: addressIn(cells[emailColumn] ?? ''),
    role: cells[roleColumn] || defaultRole,
  }))
}

/** A line without a header above it: the address is what has an `@`. */
function readCells(cells: string[], defaultRole: string): Line {
  const at = Math.max(
    cells.findIndex((cell) => cell.includes('@')),
    0,
  )
  const others = cells.filter((cell, index) => index !== at && cell !== '')
  // Next to an address alone it can only be meant as a role; among names it has to be one.
  const role = others.length === 1 ? others[0] : others.find((cell) => ROLE.test(cell))
  return { email: addressIn(cells[at] ?? ''), role: role ?? defaultRole }
}

/** `Maya Okafor <maya@example.com>` as mail programs copy it, or the address alone. */
function addressIn(cell: string): string {
  return (/<([^<>]*)>/.exec(cell)?.[1] ?? cell).trim()
}

/** Cells between commas, semicolons or tabs, quoted or not. */
function cellsOf(line: string): string[] {
  const cells = line.match(/("(?:[^"]|"")*"|[^,;\t"])+|(?<=[,;\t])(?=[,;\t])/g) ?? []
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"')
      .trim(),
  )
}
