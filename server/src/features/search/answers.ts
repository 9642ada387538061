/** So many are kept: as people type, most of a query is what it was. */
const MOST = 64

/** Answers to the last questions, until something changes. */
export class Answers<Answer> {
  readonly #answers = new Map<string, Answer>()

  get(question: string, find: () => Answer): Answer {
    const known = this.#answers.get(question)
    const answer = known ?? find()
    // What is asked again becomes the youngest; the oldest goes.
    if (known !== undefined) this.#answers.delete(question)
    else if (this.#answers.size === MOST) this.#answers.delete(this.#answers.keys().next().value!)
    this.#answers.set(question, answer)
    return answer
  }

  clear(): void {
    // While many words come in, each of them asks for this.
    if (this.#answers.size > 0) this.#answers.clear()
  }
}
