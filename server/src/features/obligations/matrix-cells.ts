import type { Obligation } from '@frontdesk/contract/obligations'

type Shown = Exclude<Obligation['state'], 'ended'>

/** What a cell of the matrix says of each state. */
export const CELL_LETTERS: Record<Shown, string> = {
  upcoming: 'u',
  waived: 'w',
  met: 'm',
  open: 'o',
  due_soon: 's',
  overdue: 'l',
}

/** Where nothing is or was asked. */
export const NOT_ASKED = '.'

/** The same in words, by letter. */
export const CELL_WORDS: Record<string, string> = {
  u: 'Renewal ahead',
  w: 'Waived',
  m: 'Done',
  o: 'To do',
  s: 'Due soon',
  l: 'Overdue',
}
