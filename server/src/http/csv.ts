import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import Papa from 'papaparse'
import type { Page, PageOptions } from '../db/page.ts'

const ROWS_AT_ONCE = 1000

/** What a spreadsheet may run; full-width signs are the same ones to some. */
const FORMULA = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/

/**
 * Streams all pages as one CSV file with a header. A cell that starts like a formula is neutralised
 * (Kimai CVE-2021-43515), and a mark at the start tells spreadsheets that it is UTF-8.
 */
export function sendCsv<Row extends object>(
  reply: FastifyReply,
  name: string,
  columns: readonly (keyof Row & string)[],
  fetch: (page: PageOptions) => Promise<Page<Row>>,
): FastifyReply {
  return sendParts(reply, `${name}-${today()}`, csvOf(columns, fetch))
}

/** The same of lines that are at hand; the first of them is the header. */
export function sendCsvLines(
  reply: FastifyReply,
  name: string,
  lines: readonly string[][],
): FastifyReply {
  return sendParts(reply, name, partsOf(lines))
}

const today = () => new Date().toISOString().slice(0, 10)

const sendParts = (
  reply: FastifyReply,
  name: string,
  parts: AsyncIterable<Buffer> | Iterable<Buffer>,
) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${name}.csv"`)
    // By bytes: as objects, sixteen pages would be made before the first one has gone.
    .send(Readable.from(parts, { objectMode: false }))

const linesOf = (cells: unknown[][]) => `${Papa.unparse(cells, { escapeFormulae: FORMULA })}\r\n`

function* partsOf(lines: readonly string[][]): Generator<Buffer> {
  yield Buffer.from('\uFEFF')
  for (let start = 0; start < lines.length; start += ROWS_AT_ONCE) {
    yield Buffer.from(linesOf(lines.slice(start, start + ROWS_AT_ONCE)))
  }
}

async function* csvOf<Row extends object>(
  columns: readonly (keyof Row & string)[],
  fetch: (page: PageOptions) => Promise<Page<Row>>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${columns.join(',')}\r\n`)
  const read = async (cursor?: string) => {
    const { rows, next } = await fetch({ limit: ROWS_AT_ONCE, cursor })
    const cells = rows.map((row) => columns.map((column) => row[column]))
    const lines = cells.length > 0 ? linesOf(cells) : ''
    // What `pg` has read hangs together: an old result that is done with would keep the rows of all later
    // ones until everything is collected, by when there may be hundreds of megabytes.
    rows.length = 0
    return { lines: Buffer.from(lines), next }
  }
  for (let next: string | null | undefined; next !== null;) {
    const page = await read(next)
    yield page.lines
    ;({ next } = page)
  }
}
