import { type Matrix, matrixEndpoints, MOST_PRINTED_CELLS } from '@frontdesk/contract/matrix'
import { sendCsvLines } from '../../http/csv.ts'
import { unprocessable } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import { brokerageName, findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import { findMatrix } from './matrix.queries.ts'
import { CELL_WORDS } from './matrix-cells.ts'
import { matrixPdf } from './matrix-pdf.ts'

const nameOf = ({ as_of }: Matrix) => `matrix-${as_of.slice(0, 10)}`

export function matrixRoutes(mount: Mount): void {
  mount(matrixEndpoints.getMatrix, async ({ db, query }) => findMatrix(db, query))

  mount(matrixEndpoints.exportMatrix, async (call) => {
    const { db, query, reply } = call
    const matrix = await findMatrix(db, query)
    await recordAudit(db, call, { action: 'matrix.exported', details: { ...query, as: 'csv' } })
    return sendCsvLines(reply, nameOf(matrix), [
      ['user_name', 'user_role', 'user_id', ...matrix.items.map(({ title }) => title)],
      ...matrix.people.map(({ name, role, user_id, cells }) => [
        name,
        role,
        user_id,
        ...Array.from(cells, (letter) => CELL_WORDS[letter] ?? ''),
      ]),
    ])
  })

  mount(matrixEndpoints.printMatrix, async (call) => {
    const { db, query, reply } = call
    const matrix = await findMatrix(db, query)
    if (matrix.people.length * matrix.items.length > MOST_PRINTED_CELLS) {
      const most = MOST_PRINTED_CELLS.toLocaleString('en')
      throw unprocessable(
        'too_many',
        `A PDF gets at most ${most} cells. Please narrow the matrix, or take the CSV`,
      )
    }
    const settings = await findSettings(db)
    await recordAudit(db, call, { action: 'matrix.exported', details: { ...query, as: 'pdf' } })
    return reply
      .type('application/pdf')
      .header('Content-Disposition', `attachment; filename="${nameOf(matrix)}.pdf"`)
      .send(await matrixPdf(matrix, { house: brokerageName(settings), zone: timeZoneOf(settings) }))
  })
}
