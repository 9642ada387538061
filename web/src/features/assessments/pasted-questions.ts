import { TRAINING_LIMITS, TRUE_FALSE } from '@frontdesk/contract/constants'
import type { QuestionImport } from '@frontdesk/contract/questions'
import { checkAnswers, questionTextsFrom } from './question-texts.ts'

type Found = QuestionImport['questions'][number]

/** How an option is written: `a)`, `[x]`, `=` or `>`; each goes with its like only. */
type Mark = 'letter' | 'box' | 'accepted' | 'step'

interface Option {
  line: number
  mark: Mark
  /** Of an option with one, in lower case. */
  letter?: string
  text: string
  right: boolean
}

/** A question as far as it was read. */
interface Draft {
  /** Number of its first line, from 1. */
  line: number
  words: string[]
  points: number
  options: Option[]
  /** Of true or false. */
  isTrue?: boolean
  problems: QuestionImport['problems']
}

/** Each kind, as authors are shown it. */
export const PASTE_EXAMPLE = `1. Who holds the keys?
a) The seller
*b) The office

2. What is put away? (2 points)
[x] Mail
[ ] Curtains
[x] Keys

3. The door stays locked.
True

4. In which order?
> Call
> Visit

5. Whom do you tell?
= The office
= Nora`

const LINE_END = /\r\n|\r|\n/
const NUMBERED = /^(?:question|q)?\s*\d{1,3}\s*[.):]\s+(.+)$/i
const LETTERED = /^(\*?)\s*([a-j])[.)](?:\s+(.*))?$/i
const BOXED = /^(?:[-•*]\s+)?\[(\s?|x|✓)\]\s*(.*)$/i
const ACCEPTED = /^=\s*(.*)$/
const STEP = /^>\s*(.*)$/
const TRUTH = /^(?:(?:answer|true\s*\/\s*false)\s*:\s*)?(true|false)\.?$/i
const ANSWER = /^(?:correct\s+)?answers?\s*:\s*([a-j](?:\s*(?:,|;|&|and|\s)\s*[a-j])*)\.?$/i
const POINTS = /\s*\((\d{1,4})\s*(?:points?|pts?)\)\s*$/i

export interface Pasted extends QuestionImport {
  /** The lines of what could not be taken. */
  rest: string
}

/** Questions as people write them in a letter: what was understood, and line by line what was not. */
export function pastedQuestions(text: string): Pasted {
  const lines = text.split(LINE_END)
  const drafts = draftsOf(lines)
  const questions: Found[] = []
  const problems: Pasted['problems'] = []
  const rest: string[] = []
  const linesOf = (index: number) => {
    const end = drafts[index + 1]?.line ?? lines.length + 1
    return lines
      .slice(drafts[index]!.line - 1, end - 1)
      .join('\n')
      .trim()
  }
  for (const [index, draft] of drafts.entries()) {
    const found = questionOf(draft)
    const own = 'message' in found ? [...draft.problems, found] : draft.problems
    if (own.length > 0) {
      problems.push(...own)
      rest.push(linesOf(index))
    } else if (!('message' in found)) {
      questions.push(found)
    }
  }
  return { questions, problems, rest: rest.join('\n\n') }
}

function draftsOf(lines: string[]): Draft[] {
  const drafts: Draft[] = []
  let afterBlank = true
  for (const [index, raw] of lines.entries()) {
    const words = raw.trim()
    if (words !== '') {
      const open = drafts.at(-1)
      const line = index + 1
      if (!open || !takeAnswer(open, words, line)) takeWords(drafts, { words, line, afterBlank })
    }
    afterBlank = words === ''
  }
  return drafts
}

/** Whether a line says how the question that is open is answered. */
function takeAnswer(open: Draft, words: string, line: number): boolean {
  const option = optionOf(words)
  const truth = TRUTH.exec(words)?.[1]
  const letters = ANSWER.exec(words)?.[1]
  if (option) open.options.push({ line, ...option })
  else if (truth) open.isTrue = truth.toLowerCase() === 'true'
  else if (letters) markRight(open, letters, line)
  return Boolean(option ?? truth ?? letters)
}

function optionOf(line: string): Omit<Option, 'line'> | undefined {
  const letter = LETTERED.exec(line)
  if (letter) {
    const [, star, sign, text = ''] = letter
    const right = star === '*' || /\s\*$/.test(text)
    const words = text.replace(/\s\*$/, '').trim()
    return { mark: 'letter', letter: sign!.toLowerCase(), text: words, right }
  }
  const box = BOXED.exec(line)
  if (box) return { mark: 'box', text: box[2]!, right: box[1]!.trim() !== '' }
  const accepted = ACCEPTED.exec(line)
  if (accepted) return { mark: 'accepted', text: accepted[1]!, right: true }
  const step = STEP.exec(line)
  return step ? { mark: 'step', text: step[1]!, right: true } : undefined
}

/** `Answer: b`, or several letters. */
function markRight(open: Draft, letters: string, line: number): void {
  for (const letter of letters.toLowerCase().match(/\b[a-j]\b/g) ?? []) {
    const option = open.options.find((one) => one.letter === letter)
    if (option) option.right = true
    else open.problems.push({ place: line, message: `There is no option ${letter})` })
  }
}

interface Line {
  words: string
  line: number
  afterBlank: boolean
}

/** A line of no answer begins a question, or goes on with its words. */
function takeWords(drafts: Draft[], { words, line, afterBlank }: Line): void {
  const open = drafts.at(-1)
  const numbered = NUMBERED.exec(words)?.[1]
  const isAnswered = open && (open.options.length > 0 || open.isTrue !== undefined)
  if (open && numbered === undefined && !afterBlank) {
    if (isAnswered) {
      const message = 'Neither an answer nor a new question, which needs an empty line or a number'
      open.problems.push({ place: line, message })
    } else {
      open.words.push(words)
    }
    return
  }
  drafts.push({ line, words: [numbered ?? words], points: 1, options: [], problems: [] })
}

function questionOf(draft: Draft): Found | QuestionImport['problems'][number] {
  const { line, options } = draft
  const written = draft.words.join('\n')
  const points = Number(POINTS.exec(written)?.[1] ?? 1)
  const question = written.replace(POINTS, '')
  const answering = answeringOf(draft)
  if (typeof answering === 'string') return { place: line, message: answering }
  const other = options.find(({ mark }) => mark !== options[0]!.mark)
  if (other) {
    return {
      place: other.line,
      message: 'This answer is written in another way than the ones before',
    }
  }
  const empty = options.find(({ text }) => text === '')
  if (empty) return { place: empty.line, message: 'This answer is empty' }
  const long = options.find(({ text }) => text.length > TRAINING_LIMITS.optionText)
  if (long) {
    return { place: long.line, message: `At most ${TRAINING_LIMITS.optionText} characters` }
  }
  if (question.trim() === '') return { place: line, message: 'Please write the question' }
  if (question.length > TRAINING_LIMITS.questionText) {
    return { place: line, message: `At most ${TRAINING_LIMITS.questionText} characters` }
  }
  if (points < 1 || points > TRAINING_LIMITS.points) {
    return { place: line, message: 'Points are a whole number from 1 to 1,000' }
  }
  if (options.length > TRAINING_LIMITS.options) {
    return {
      place: line,
      message: `A question can have at most ${TRAINING_LIMITS.options} options`,
    }
  }
  const found = { place: line, question, ...answering, points }
  const rule = checkAnswers(questionTextsFrom(found, ''))
  return rule === true ? found : { place: line, message: rule }
}

type Answering = Omit<Found, 'place' | 'question' | 'points'>

function answeringOf({ options: written, isTrue }: Draft): Answering | string {
  const options = written.map(({ text }) => text)
  const right = written.flatMap((option, place) => (option.right ? [place] : []))
  if (isTrue !== undefined) {
    if (options.length > 0) return 'This has options, and is true or false as well'
    return { kind: 'true_false', options: [...TRUE_FALSE], correctAnswer: isTrue ? 0 : 1 }
  }
  switch (written[0]?.mark) {
    case undefined:
      return 'There are no answers to this question'
    case 'accepted':
      return { kind: 'text', options: [], correctAnswer: 0, acceptedAnswers: options }
    case 'step':
      return { kind: 'ordering', options, correctAnswer: 0 }
    case 'letter':
    case 'box':
      if (right.length === 0) return 'No option is marked as right'
      return right.length === 1
        ? { options, correctAnswer: right[0]! }
        : { kind: 'several', options, correctAnswer: right[0]!, correctAnswers: right }
  }
}
