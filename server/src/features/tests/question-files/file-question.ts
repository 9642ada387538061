/** A question as files have it; whether it can be asked is looked at later. */
export interface FileQuestion {
  question: string
  options: string[]
  /** Zero-based. */
  correctAnswer: number
  points: number
}

/** What stands at one place of a file: a question, or why there is none. */
export type Found = { place: number } & (FileQuestion | { problem: string })
