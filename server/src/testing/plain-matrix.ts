import type { Matrix } from '@frontdesk/contract/matrix'
import type { Obligation } from '@frontdesk/contract/obligations'

const LETTERS: Record<string, string> = {
  upcoming: 'u',
  waived: 'w',
  met: 'm',
  open: 'o',
  due_soon: 's',
  overdue: 'l',
}

/** Cells by `person item`, of what the register has: the newest that did not end, and what is ahead only alone. */
export function cellsOfRegister(rows: Obligation[]): Map<string, string> {
  const newest = new Map<string, Obligation>()
  const age = (row: Obligation) => (row.state === 'upcoming' ? 0 : row.cycle)
  for (const row of rows) {
    const pair = `${row.user_id} ${row.item_id}`
    const other = newest.get(pair)
    if (row.state !== 'ended' && (!other || age(row) > age(other))) newest.set(pair, row)
  }
  return new Map([...newest].map(([pair, row]) => [pair, LETTERS[row.state]!]))
}

/** The same of what the matrix has; what is not asked is left out. */
export function cellsOfMatrix({ people, items }: Matrix): Map<string, string> {
  return new Map(
    people.flatMap(({ user_id: person, cells }) =>
      items.flatMap(({ item_id: item }, index) =>
        cells[index] === '.' ? [] : [[`${person} ${item}`, cells[index]!] as const],
      ),
    ),
  )
}
