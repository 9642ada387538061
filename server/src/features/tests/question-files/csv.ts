import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import Papa from 'papaparse'
import type { FileQuestion, Found } from './file-question.ts'

/** What a spreadsheet may run; such a cell is written with an apostrophe before it. */
const FORMULA = /^'*[=+\-@\t\r]/
const NEUTRALISED = /^'(?='*[=+\-@\t\r])/

const WANTED =
  'The first line has to name the columns: question, option 1, option 2, correct, points'

/** Reads `question, option 1 … option 10, correct, points`; `correct` is a number from 1 or a letter. */
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
}

function columnsOf(header: string[]): Columns | null {
  const names = header.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  )
  const options = names.flatMap((name, index) =>
    /^(?:option|answer) ?\w+$/.test(name) ? [index] : [],
  )
  const columns = {
    question: names.indexOf('question'),
    options,
    correct: names.findIndex((name) => /^correct(?: (?:answer|option))?$/.test(name)),
    points: names.indexOf('points'),
  }
  return columns.question < 0 || columns.correct < 0 || options.length < 2 ? null : columns
}

function questionOf(row: string[], columns: Columns, place: number): Found {
  const cell = (index: number) => (row[index] ?? '').replace(NEUTRALISED, '').trim()
  const options = columns.options.map(cell)
  const correct = indexOf(cell(columns.correct))
  const points = cell(columns.points) || '1'
  if (correct === null || !options[correct]) {
    return { place, problem: 'The column “correct” has to be the number or letter of an option' }
  }
  if (!/^\d{1,4}$/.test(points)) {
    return { place, problem: 'Points are a whole number from 1 to 1,000' }
  }
  // Empty options are columns that this question doesn't use.
  const used = options.flatMap((option, index) => (option ? [{ option, index }] : []))
  return {
    place,
    question: cell(columns.question),
    options: used.map(({ option }) => option),
    correctAnswer: used.findIndex(({ index }) => index === correct),
    points: Number(points),
  }
}

function indexOf(word: string): number | null {
  if (/^\d{1,2}$/.test(word)) return Number(word) - 1
  return /^[a-j]$/i.test(word) ? word.toLowerCase().charCodeAt(0) - 97 : null
}

/** A file for a spreadsheet: in UTF-8 with a mark that says so, formulas neutralised. */
export function writeCsv(questions: FileQuestion[]): string {
  const most = Math.min(
    TRAINING_LIMITS.options,
    Math.max(4, ...questions.map(({ options }) => options.length)),
  )
  const numbers = Array.from({ length: most }, (_, index) => index)
  const header = ['question', ...numbers.map((at) => `option ${at + 1}`), 'correct', 'points']
  const rows = questions.map(({ question, options, correctAnswer, points }) =>
    [question, ...numbers.map((at) => options[at] ?? ''), correctAnswer + 1, points].map((cell) =>
      typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell,
    ),
  )
  return `\uFEFF${Papa.unparse([header, ...rows])}\r\n`
}
