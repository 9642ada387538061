/** The table of docs/search.md, word for word and with no thought for speed: what the index is held against. */

export interface PlainItem {
  id: string
  title: string
  email?: string
  description?: string
  category?: string
  role?: string
  body?: string
}

const WEIGHTS = { title: 1, email: 0.9, description: 0.8, category: 0.7, role: 0.6, body: 0.6 }

const normalise = (text: string) =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/gu, ' ').trim()

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** The textbook's optimal string alignment, on the whole table. */
export function plainDistance(a: ArrayLike<unknown>, b: ArrayLike<unknown>): number {
  const width = b.length + 1
  const table = new Uint16Array((a.length + 1) * width)
  for (let i = 0; i <= a.length; i += 1) table[i * width] = i
  for (let j = 0; j <= b.length; j += 1) table[j] = j
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const here = i * width + j
      const replaced = table[here - width - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(table[here - width]! + 1, table[here - 1]! + 1, replaced)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, table[here - 2 * width - 2]! + 1)
      }
      table[here] = least
    }
  }
  return table.at(-1)!
}

/** The first four lines of the table. */
function contained(field: string, q: string): number {
  if (field === q) return 100
  if (field.startsWith(q)) return 90
  if (!field.includes(q)) return 0
  for (let at = field.indexOf(q); at >= 0; at = field.indexOf(q, at + 1)) {
    const before = Array.from(field.slice(0, at)).at(-1)!
    if (!/[\p{L}\p{N}]/u.test(before)) return 80
  }
  return 70
}

type Texts = { text: string; letters: string[] }[]

/** The fifth line for every word and whole field that there is: the scores above 0. */
function allLike(byLength: Texts[], q: string): Map<string, number> {
  const letters = Array.from(q)
  const allowed = letters.length <= 2 ? 0 : letters.length <= 5 ? 1 : 2
  const scores = new Map<string, number>()
  for (let length = letters.length - allowed; length <= letters.length + allowed; length += 1) {
    for (const other of byLength[length] ?? []) {
      const distance = plainDistance(letters, other.letters)
      const score = 60 * (1 - distance / Math.max(letters.length, length))
      if (distance <= allowed) scores.set(other.text, score)
    }
  }
  return scores
}

function fuzzy(words: string[], field: string, scores: Map<string, number>): number {
  let best = scores.get(field) ?? 0
  if (scores.size === 0) return best
  for (const word of words) best = Math.max(best, scores.get(word) ?? 0)
  return best
}

/** Normalises and sorts everything once, and returns the search. */
export function plainSearch(given: PlainItem[]) {
  const items = given.toSorted((a, b) => byCodePoint(a.title, b.title) || (a.id < b.id ? -1 : 1))
  const fields = items.map((item) =>
    Object.entries(WEIGHTS).flatMap(([name, weight]) => {
      const text = normalise(item[name as keyof typeof WEIGHTS] ?? '')
      return text === '' ? [] : [{ text, weight, isBody: name === 'body', words: wordsOf(text) }]
    }),
  )
  type PlainField = (typeof fields)[number][number]

  const texts = fields.flat().flatMap(({ text, words, isBody }) => (isBody ? [] : [text, ...words]))
  const byLength: Texts[] = []
  for (const text of new Set(texts)) {
    const letters = Array.from(text)
    ;(byLength[letters.length] ??= []).push({ text, letters })
  }

  type Likenesses = Map<string, Map<string, number>>

  /** A field against the whole query or one of its words: the table's first line that holds. */
  function scoreOf({ text, words, isBody }: PlainField, q: string, like: Likenesses): number {
    const whole = contained(text, q)
    return whole > 0 || isBody ? whole : fuzzy(words, text, like.get(q)!)
  }

  function bestOf(ofItem: PlainField[], q: string, like: Likenesses): number {
    let best = 0
    for (const field of ofItem) best = Math.max(best, scoreOf(field, q, like) * field.weight)
    return best
  }

  /** Where each word is found somewhere, the mean of what each one's best field gives it. */
  function wordsScore(ofItem: PlainField[], qWords: string[], like: Likenesses): number {
    if (qWords.length < 2) return 0
    let sum = 0
    for (const word of qWords) {
      const score = bestOf(ofItem, word, like)
      if (score === 0) return 0
      sum += score
    }
    return Math.min(69, sum / qWords.length)
  }

  return (query: string, limit: number): { id: string; score: number }[] => {
    const q = normalise(query)
    if (q === '') return []
    const qWords = wordsOf(q)
    const like: Likenesses = new Map([q, ...qWords].map((text) => [text, allLike(byLength, text)]))
    const found: { id: string; score: number }[] = []
    for (const [number, { id }] of items.entries()) {
      const ofItem = fields[number]!
      const score = Math.max(bestOf(ofItem, q, like), wordsScore(ofItem, qWords, like))
      if (score >= 30) found.push({ id, score })
    }
    // What has the same score keeps the order of titles and ids.
    found.sort((a, b) => b.score - a.score)
    return found.slice(0, limit)
  }
}

function byCodePoint(a: string, b: string): number {
  const x = Array.from(a, (character) => character.codePointAt(0)!)
  const y = Array.from(b, (character) => character.codePointAt(0)!)
  for (let index = 0; index < Math.min(x.length, y.length); index += 1) {
    if (x[index] !== y[index]) return x[index]! - y[index]!
  }
  return x.length - y.length
}
