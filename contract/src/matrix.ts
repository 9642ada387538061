import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, line, time } from './fields.ts'
import { ObligationKind, obligationFilter } from './obligations.ts'
import { Role } from './users.ts'

/** At most so many people and items are in one matrix. */
export const MOST_MATRIX_PEOPLE = 5000
export const MOST_MATRIX_ITEMS = 300
/** At most so many cells go into one PDF. */
export const MOST_PRINTED_CELLS = 40_000

/** What narrows the matrix; left out: everybody and everything, as it is now. */
const matrixQuery = z.object({
  as_of: obligationFilter.as_of,
  team_id: obligationFilter.team_id,
  role: obligationFilter.role,
  kind: obligationFilter.kind,
  search: line(200).optional().describe('In the person’s name and address.'),
})
export type MatrixQuery = z.infer<typeof matrixQuery>

export const Matrix = z.object({
  as_of: time,
  items: z
    .array(
      z.object({
        item_id: id,
        kind: ObligationKind,
        training_id: id.nullable(),
        title: z.string(),
        path: z.string(),
      }),
    )
    .describe('The columns, by title: what is or was asked of one of the people.'),
  people: z
    .array(
      z.object({
        user_id: id,
        name: z.string(),
        role: Role,
        cells: z
          .string()
          .describe(
            'A letter for each item, in their order: `o` open, `s` due soon, `l` overdue, `m` met, `w` waived, `u` upcoming, `.` not asked.',
          ),
      }),
    )
    .describe('The rows, by name: whom something is or was asked of by that moment.'),
  left_out: z
    .object({ people: z.int(), items: z.int() })
    .describe(
      `How many rows and columns there would be beyond the first ${MOST_MATRIX_PEOPLE.toLocaleString('en')} and ${MOST_MATRIX_ITEMS}.`,
    ),
})
export type Matrix = z.infer<typeof Matrix>

export const matrixEndpoints = {
  getMatrix: endpoint({
    method: 'GET',
    path: '/admin/matrix',
    access: 'admin',
    summary:
      'People by items: how each stands, now or at any past moment. Of several obligations for one person and item the newest that did not end undone is shown.',
    query: matrixQuery,
    response: Matrix,
  }),
  exportMatrix: endpoint({
    method: 'GET',
    path: '/admin/matrix.csv',
    access: 'admin',
    fresh: true,
    summary: 'The same as CSV: a line for each person, a column for each item.',
    query: matrixQuery,
    produces: 'text/csv',
  }),
  printMatrix: endpoint({
    method: 'GET',
    path: '/admin/matrix.pdf',
    access: 'admin',
    fresh: true,
    summary: `The same as a PDF; 422 \`too_many\` for more than ${MOST_PRINTED_CELLS.toLocaleString('en')} cells.`,
    query: matrixQuery,
    produces: 'application/pdf',
  }),
}
