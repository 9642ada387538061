/** What was spent on an answer, in so many times as long: it never costs more than a thousandth of the time. */
const TIMES = 1000

/**
 * Asks anew only once a thousand times as long has passed as the last answer took: at once where little is there, every
 * half hour where it takes two seconds. Those who ask meanwhile get the same.
 */
export function seldom<Answer>(
  ask: () => Promise<Answer>,
  clock: () => number = () => performance.now(),
): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined
  let until = 0
  return async () => {
    if (answer && clock() < until) return answer
    const asked = clock()
    until = Number.POSITIVE_INFINITY
    answer = ask()
    try {
      return await answer
    } catch (error) {
      answer = undefined
      throw error
    } finally {
      until = clock() + TIMES * (clock() - asked)
    }
  }
}
