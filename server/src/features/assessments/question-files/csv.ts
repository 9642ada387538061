import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import type { QuestionKind } from '@frontdesk/contract/question-body'
import Papa from 'papaparse'
import {
  type Answering,
  type FileQuestion,
  type Found,
  ordering,
  several,
  shortText,
  trueOrFalse,
  type WrittenFile,
} from './file-question.ts'

/** What a spreadsheet may run; such a cell is written with an apostrophe before it. */
const FORMULA = /^'*[=+\-@\t\r]/
const NEUTRALISED = /^'(?='*[=+\-@\t\r])/

const WANTED =
  'The first line has to name the columns: question, option 1, option 2, correct, points'

const ONE_RIGHT = 'The column “correct” has to be the number or letter of an option'
const KINDS_KNOWN =
  'The column “kind” has to be several, true or false, order, text, or empty for one right option'

/** What the column “kind” may say; the first is what is written. */
const KIND_WORDS: { kind: QuestionKind; words: [string, ...string[]] }[] = [
  { kind: 'single', words: ['', 'single', 'one', 'one right option'] },
  { kind: 'several', words: ['several', 'several right options'] },
  { kind: 'true_false', words: ['true or false', 'true/false', 'true false'] },
  { kind: 'ordering', words: ['order', 'ordering', 'put in order'] },
  { kind: 'text', words: ['text', 'short text'] },
]

/**
 * Reads `question, option 1 … option 10, correct, points, kind, feedback`. `correct` is a number from 1 or a letter,
 * or some of them; `kind` and `feedback` may be left out.
 */
export function readCsv(text: string): Found[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) })
  const broken = errors.find((error) => error.type === 'Quotes')
  if (broken) {
    return [{ place: (broken.row ?? 0) + 1, problem: 'A quotation mark is not closed' }]
  }
  const [header = [], ...rows] = data
  const columns = columnsOf(header)
  if (!columns) return [{ place: 1, problem: WANTED }]
  let line = 1 + linesOf(header)
  return rows.flatMap((row): Found[] => {
    const place = line
    line += linesOf(row)
    return row.every((cell) => cell.trim() === '') ? [] : [questionOf(row, columns, place)]
  })
}

/** The first line names the columns, so that its signs are no question's. */
function delimiterOf(text: string): string {
  const header = text.split(/[\r\n]/, 1)[0]!
  const count = (sign: string) => header.split(sign).length
  return [',', ';', '\t'].reduce((one, other) => (count(other) > count(one) ? other : one))
}

/** Lines that a row takes: a cell may have several. */
const linesOf = (row: string[]) =>
  1 + row.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)

interface Columns {
  question: number
  options: number[]
  correct: number
  points: number
  /** -1 for none, as where there are no points. */
  kind: number
  /** -1 for none. */
  feedback: number
}

const simplified = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')

function columnsOf(header: string[]): Columns | null {
  const names = header.map(simplified)
  const options = names.flatMap((name, index) =>
    /^(?:option|answer) ?\w+$/.test(name) ? [index] : [],
  )
  const columns = {
    question: names.indexOf('question'),
    options,
    correct: names.findIndex((name) => /^correct(?: (?:answer|option))?$/.test(name)),
    points: names.indexOf('points'),
    kind: names.indexOf('kind'),
    feedback: names.indexOf('feedback'),
  }
  return columns.question < 0 || columns.correct < 0 || options.length < 2 ? null : columns
}

function questionOf(row: string[], columns: Columns, place: number): Found {
  const cell = (index: number) => (row[index] ?? '').replace(NEUTRALISED, '').trim()
  const points = cell(columns.points) || '1'
  const answering = answeringOf({
    kind: simplified(cell(columns.kind)),
    options: columns.options.map(cell),
    correct: cell(columns.correct),
  })
  if (typeof answering === 'string') return { place, problem: answering }
  if (!/^\d{1,4}$/.test(points)) {
    return { place, problem: 'Points are a whole number from 1 to 1,000' }
  }
  const feedback = cell(columns.feedback)
  return {
    place,
    question: cell(columns.question),
    ...answering,
    points: Number(points),
    ...(feedback && { feedback }),
  }
}

interface Cells {
  kind: string
  options: string[]
  correct: string
}

function answeringOf({ kind: word, options: cells, correct }: Cells): Answering | string {
  // Empty options are columns that this question doesn't use.
  const used = cells.flatMap((option, index) => (option ? [{ option, index }] : []))
  const options = used.map(({ option }) => option)
  const placeOf = (column: number) => used.findIndex(({ index }) => index === column)
  const right = indexesOf(correct)?.map(placeOf)
  const isThere = right !== undefined && right.length > 0 && !right.includes(-1)
  const kind = KIND_WORDS.find(({ words }) => words.includes(word))?.kind
  switch (kind) {
    case 'single':
      return isThere && right.length === 1 ? { options, correctAnswer: right[0]! } : ONE_RIGHT
    case 'several':
      return isThere
        ? several(
            options,
            right.toSorted((one, other) => one - other),
          )
        : 'The column “correct” has to name the right options, such as 1 3'
    case 'true_false':
      return truthOf(isThere && right.length === 1 ? options[right[0]!]! : correct)
    case 'ordering':
      if (correct === '') return ordering(options)
      return isThere && right.length === options.length && new Set(right).size === right.length
        ? ordering(right.map((place) => options[place]!))
        : 'The column “correct” has to name all options in their order, such as 2 1 3, or be empty'
    case 'text':
      return shortText(options)
    case undefined:
      return KINDS_KNOWN
  }
}

function truthOf(word: string): Answering | string {
  const found = /^(?:(t|true)|f|false)$/i.exec(word)
  return found
    ? trueOrFalse(found[1] !== undefined)
    : 'The column “correct” has to say which of True and False is right'
}

/** Zero-based, of numbers from 1 or letters, with blanks or signs between them; undefined for anything else. */
function indexesOf(words: string): number[] | undefined {
  const found = words.split(/[\s,;+&]+/).flatMap((word) => (word ? [indexOf(word)] : []))
  return found.includes(null) ? undefined : found.filter((index) => index !== null)
}

function indexOf(word: string): number | null {
  if (/^\d{1,2}$/.test(word)) return Number(word) - 1
  return /^[a-j]$/i.test(word) ? word.toLowerCase().charCodeAt(0) - 97 : null
}

/**
 * A file for a spreadsheet: in UTF-8 with a mark that says so, formulas neutralised. `kind` is a column
 * only where a question has more to say than one right option, and `feedback` where one has some.
 */
export function writeCsv(questions: FileQuestion[]): WrittenFile {
  const most = Math.min(
    TRAINING_LIMITS.options,
    Math.max(4, ...questions.map((question) => cellsOf(question).options.length)),
  )
  const hasKinds = questions.some(({ kind }) => kind !== undefined)
  const hasFeedback = questions.some(({ feedback }) => feedback !== undefined)
  const numbers = Array.from({ length: most }, (_, index) => index)
  const header = [
    'question',
    ...numbers.map((at) => `option ${at + 1}`),
    'correct',
    'points',
    ...(hasKinds ? ['kind'] : []),
    ...(hasFeedback ? ['feedback'] : []),
  ]
  const rows = questions.map((question) => {
    const { options, correct, kind } = cellsOf(question)
    return [
      question.question,
      ...numbers.map((at) => options[at] ?? ''),
      correct,
      question.points,
      ...(hasKinds ? [kind] : []),
      ...(hasFeedback ? [question.feedback ?? ''] : []),
    ].map((cell) => (typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell))
  })
  return { text: `\uFEFF${Papa.unparse([header, ...rows])}\r\n`, leftOut: 0 }
}

/** A program that knows nothing of kinds stumbles over a `correct` that is no single option, as it should. */
function cellsOf({ kind, options, correctAnswer, ...rest }: FileQuestion): Cells {
  const word = KIND_WORDS.find((one) => one.kind === (kind ?? 'single'))!.words[0]
  const numbersOf = (places: number[]) => places.map((place) => place + 1).join(' ')
  switch (kind) {
    case 'several':
      return { kind: word, options, correct: numbersOf(rest.correctAnswers!) }
    case 'ordering':
      return { kind: word, options, correct: numbersOf([...options.keys()]) }
    case 'text':
      return { kind: word, options: rest.acceptedAnswers!, correct: 'any' }
    case 'true_false':
    case undefined:
      return { kind: word, options, correct: String(correctAnswer + 1) }
  }
}
