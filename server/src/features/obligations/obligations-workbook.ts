import type { Obligation } from '@frontdesk/contract/obligations'
import type { SheetData } from 'write-excel-file/node'

type Cell = SheetData[number][number]

const DATE = 'yyyy-mm-dd hh:mm'
const text = (value: string | null): Cell => (value === null ? null : { value, type: String })
const number = (value: number | null): Cell => (value === null ? null : { value, type: Number })
/** Excel knows no time zones: these are UTC, as the headings say. */
const moment = (value: string | null): Cell =>
  value === null ? null : { value: new Date(value), type: Date, format: DATE }

const COLUMNS: { heading: string; width: number; cell: (row: Obligation) => Cell }[] = [
  { heading: 'Person', width: 24, cell: (row) => text(row.user_name) },
  { heading: 'Email', width: 30, cell: (row) => text(row.user_email) },
  { heading: 'Role', width: 10, cell: (row) => text(row.user_role) },
  {
    heading: 'Kind',
    width: 10,
    cell: (row) => text(row.training_id === null ? row.kind : 'training'),
  },
  { heading: 'Item', width: 36, cell: (row) => text(row.item_title) },
  { heading: 'Version', width: 9, cell: (row) => number(row.version) },
  { heading: 'Cycle', width: 8, cell: (row) => number(row.cycle) },
  { heading: 'State', width: 11, cell: (row) => text(row.state.replace('_', ' ')) },
  { heading: 'Asked (UTC)', width: 18, cell: (row) => moment(row.opens_at) },
  { heading: 'Due (UTC)', width: 18, cell: (row) => moment(row.due_at) },
  { heading: 'Closed (UTC)', width: 18, cell: (row) => moment(row.closed_at) },
  { heading: 'Closed as', width: 12, cell: (row) => text(row.closed_as) },
  { heading: 'Reminded (UTC)', width: 18, cell: (row) => moment(row.reminded_at) },
]

/** An Excel file of these rows. Texts are cells of text: nothing in them is run as a formula. */
export async function obligationsWorkbook(rows: Obligation[]): Promise<Buffer> {
  // Few ask for one: until then the library is left on the disk.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const headings = COLUMNS.map(({ heading }): Cell => ({ value: heading, fontWeight: 'bold' }))
  const cells = rows.map((row) => COLUMNS.map(({ cell }) => cell(row)))
  return writeExcelFile([headings, ...cells], {
    sheet: 'Obligations',
    columns: COLUMNS.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer()
}
