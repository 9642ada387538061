import {
  type Answering,
  type FileQuestion,
  type Found,
  several,
  shareOf,
  trueOrFalse,
  type WrittenFile,
} from './file-question.ts'
import {
  MORE_THAN_ONE,
  NONE_IS_RIGHT,
  NOT_TAKEN,
  toMoodleText,
  typedAnswers,
} from './moodle-text.ts'

/** Stands for an escaped sign while the others are looked for; no text may contain it. */
const HELD = (code: number) => `\uE000${code.toString(16)}\uE001`
const UNHELD = /\uE000([\da-f]+)\uE001/g

/** Reads GIFT, the text format of Moodle: questions divided by empty lines. */
export function readGift(text: string): Found[] {
  return blocksOf(text).flatMap(({ place, lines }): Found[] => {
    const points = pointsOf(lines)
    const body = lines.filter((line) => !/^\s*(?:\/\/|\$CATEGORY:)/i.test(line)).join('\n')
    if (body.trim() === '') return []
    const found = questionOf(hold(body))
    return [typeof found === 'string' ? { place, problem: found } : { place, points, ...found }]
  })
}

function blocksOf(text: string): { place: number; lines: string[] }[] {
  const blocks: { place: number; lines: string[] }[] = []
  let open: { place: number; lines: string[] } | null = null
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') {
      open = null
    } else if (open) {
      open.lines.push(line)
    } else {
      open = { place: index + 1, lines: [line] }
      blocks.push(open)
    }
  }
  return blocks
}

/** GIFT has no points: this program writes them into a comment, which others pass over. */
function pointsOf(lines: string[]): number {
  const found = lines.map((line) => /^\s*\/\/\s*points:\s*(\d{1,4})\s*$/i.exec(line)?.[1])
  return Number(found.find((points) => points !== undefined) ?? 1)
}

const hold = (body: string) =>
  body
    .replaceAll(/[\uE000\uE001]/g, '')
    .replaceAll(/\\([\\~=#{}:n])/g, (_, sign: string) =>
      HELD(sign === 'n' ? 10 : sign.charCodeAt(0)),
    )

const plain = (held: string) =>
  held
    .replaceAll(UNHELD, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .trim()

/** A question without its points, or what is wrong with it. */
function questionOf(held: string): Omit<FileQuestion, 'points'> | string {
  const untitled = held
    .replace(/^\s*::[\s\S]*?::/, '')
    .replace(/^\s*\[(?:html|moodle|plain|markdown)\]/i, '')
  const open = untitled.indexOf('{')
  const close = untitled.indexOf('}', open)
  if (open === -1) return 'The answers in { } are missing'
  if (close === -1) return 'The answers have no } at their end'
  const answers = untitled.slice(open + 1, close).trim()
  const before = untitled.slice(0, open)
  const after = untitled.slice(close + 1)
  if (after.includes('{'))
    return 'There is a second { }; are two questions without an empty line between them?'
  const question = plain(after.trim() ? `${before.trimEnd()} _____ ${after.trimStart()}` : before)
  const [, given = '', said] = /^([\s\S]*?)(?:####([\s\S]*))?$/.exec(answers)!
  const truth = /^(T|TRUE|F|FALSE)(?:\s*#[\s\S]*)?$/i.exec(given.trim())
  const answering = truth
    ? trueOrFalse(truth[1]!.toUpperCase().startsWith('T'))
    : answeringOf(given)
  const feedback = plain(said ?? '')
  if (typeof answering === 'string') return answering
  return { question, ...answering, ...(feedback && { feedback }) }
}

interface Part {
  /** Whether it begins with `=`. */
  isKey: boolean
  /** Percent of the points. */
  weight: number
  text: string
}

function answeringOf(answers: string): Answering | string {
  if (!/^[=~]/.test(answers)) return NOT_TAKEN
  const parts = [...answers.matchAll(/([=~])([^=~]*)/g)].map(([, sign, rest]): Part => {
    const [, weight, words] = /^\s*(?:%(-?[\d.]+)%)?([\s\S]*)$/.exec(rest!)!
    const isKey = sign === '='
    return {
      isKey,
      weight: Number(weight ?? (isKey ? 100 : 0)),
      text: plain(words!.replace(/#[\s\S]*$/, '')),
    }
  })
  if (parts.every(({ isKey }) => isKey)) return typedOf(parts)
  const options = parts.map(({ text }) => text)
  const right = parts.flatMap(({ weight }, place) => (weight > 0 ? [place] : []))
  if (right.length === 0) return NONE_IS_RIGHT
  // Without any `=` each option has its own share: several may be chosen.
  if (!parts.some(({ isKey }) => isKey)) return several(options, right)
  return right.length === 1 ? { options, correctAnswer: right[0]! } : MORE_THAN_ONE
}

/** With `=` only, GIFT asks for a typed answer, or for pairs. */
const typedOf = (parts: Part[]): Answering | string =>
  parts.some(({ text }) => text.includes('->')) ? NOT_TAKEN : typedAnswers(parts)

/** GIFT, with points in a comment where they are not 1; what it has no form for is named in one. */
export function writeGift(questions: FileQuestion[]): WrittenFile {
  const blocks = questions.map((question) => {
    const body = bodyOf(question)
    const { points } = question
    return points === 1 || !hasForm(question) ? body : `// points: ${points}\n${body}`
  })
  return {
    text: `${blocks.join('\n\n')}\n`,
    leftOut: questions.filter((question) => !hasForm(question)).length,
  }
}

/** There is none for an order, and `->` in a typed answer means pairs, which no sign escapes. */
const hasForm = ({ kind, acceptedAnswers = [] }: FileQuestion) =>
  kind !== 'ordering' && !acceptedAnswers.some((text) => text.includes('->'))

function bodyOf(question: FileQuestion): string {
  const { kind, question: words, feedback } = question
  if (!hasForm(question)) {
    return `// Left out, because GIFT has no form for it: ${words.replaceAll(/\s+/g, ' ')}`
  }
  // An empty title keeps words that look like one, or like a comment, from being taken for it.
  const asked = `::::[plain]${escaped(words)}`
  if (kind === 'true_false') {
    const said = feedback ? ` ####${escaped(feedback)}` : ''
    return `${asked} {${question.correctAnswer === 0 ? 'TRUE' : 'FALSE'}${said}}`
  }
  const said = feedback ? [`  ####${escaped(feedback)}`] : []
  return `${asked} {\n${[...answerLines(question), ...said].join('\n')}\n}`
}

function answerLines({ kind, options, correctAnswer, ...rest }: FileQuestion): string[] {
  if (kind === 'text') return rest.acceptedAnswers!.map((text) => keyLine(toMoodleText(text)))
  if (kind === 'several') {
    const right = rest.correctAnswers!
    const share = shareOf(right.length)
    return options.map(
      (option, place) => `  ~%${right.includes(place) ? share : -100}%${escaped(option)}`,
    )
  }
  return options.map((option, place) =>
    place === correctAnswer ? keyLine(option) : `  ~${weighed(option, 0)}`,
  )
}

const keyLine = (text: string) => `  =${weighed(text, 100)}`

/** What begins like a weight needs one before it. */
const weighed = (text: string, weight: number) =>
  `${text.startsWith('%') ? `%${weight}%` : ''}${escaped(text)}`

const escaped = (text: string) =>
  text.replaceAll(/[\\~=#{}:]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
