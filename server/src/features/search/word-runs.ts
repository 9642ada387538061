import { PostingLists } from './posting-lists.ts'

/** So many lists for runs of two and of three characters: powers of two. Runs may share one. */
const PAIRS = 1024
const TRIPLES = 8192

/**
 * Which words have a run of two or three characters. Words stand between two spaces here, so that a run
 * may say that it is a word's start or end.
 */
export class WordRuns {
  readonly #lists = new PostingLists()

  add(number: number, word: string): void {
    for (const run of runsOf(` ${word} `)) this.#lists.add(run, number)
  }

  remove(number: number, word: string): void {
    for (const run of runsOf(` ${word} `)) this.#lists.remove(run, number)
  }

  /** The words that may contain a text of two characters or more, with the spaces around them. */
  mayContain(text: string): number[] {
    // What is in the fewest words says the most.
    let rarest = -1
    let least = Infinity
    for (const run of runsOf(text)) {
      const count = this.#lists.count(run)
      if (count >= least) continue
      rarest = run
      least = count
    }
    return this.#lists.slotsOf(rarest)
  }
}

/** The lists of a text's runs, each once. */
function runsOf(text: string): Set<number> {
  const runs = new Set<number>()
  for (let end = 2; end <= text.length; end += 1) {
    const pair = mix(text.charCodeAt(end - 2)) + text.charCodeAt(end - 1)
    runs.add((spread(pair) & (PAIRS - 1)) + TRIPLES)
    if (end > 2) {
      runs.add(
        spread(
          mix(mix(text.charCodeAt(end - 3)) + text.charCodeAt(end - 2)) + text.charCodeAt(end - 1),
        ) &
          (TRIPLES - 1),
      )
    }
  }
  return runs
}

const mix = (value: number) => Math.imul(value ^ (value >>> 15), 0x9e3779b1)
const spread = (value: number) => Math.imul(value ^ (value >>> 15), 0x85ebca6b) >>> 11
