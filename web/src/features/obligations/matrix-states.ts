import type { ObligationState } from '@frontdesk/contract/obligations'

export type MatrixState = Exclude<ObligationState, 'ended'>

/** What each letter of the matrix means, in the order of the legend. */
export const matrixStates = {
  l: 'overdue',
  s: 'due_soon',
  o: 'open',
  m: 'met',
  w: 'waived',
  u: 'upcoming',
} as const satisfies Record<string, MatrixState>

export type MatrixLetter = keyof typeof matrixStates

export const isMatrixLetter = (letter: string | undefined): letter is MatrixLetter =>
  letter !== undefined && letter in matrixStates

/** What is written into the cells, as the PDF has it: who sees no colours reads it. */
export const matrixSigns: Record<MatrixLetter, string> = {
  l: 'O',
  s: 'S',
  o: 'T',
  m: 'D',
  w: 'W',
  u: 'R',
}
