import { createHmac } from 'node:crypto'

/** A draw as one attempt makes it. */
export interface Drawing {
  /** Ids of the questions that it may ask, each once. */
  pool: readonly string[]
  /** How many it asks, where there are so many. */
  questions: number
  /** Random, and known to nobody outside. */
  seed: string
}

/**
 * Which questions an attempt asks, in their order: each choice is as likely as any other. One attempt is
 * always given the same ones, so that the attempt to come can be shown before it is begun; a question
 * that comes or goes changes no more than its own place.
 */
export function drawnFor(
  { pool, questions, seed }: Drawing,
  attempt: { userId: string; number: number },
): string[] {
  const rankOf = (id: string) =>
    createHmac('sha256', seed).update(`${attempt.userId} ${attempt.number} ${id}`).digest('hex')
  return pool
    .map((id) => ({ id, rank: rankOf(id) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, questions)
    .map(({ id }) => id)
}
