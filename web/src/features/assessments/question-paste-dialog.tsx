import { TRAINING_LIMITS, TRUE_FALSE } from '@frontdesk/contract/constants'
import type { QuestionImport } from '@frontdesk/contract/questions'
import { useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { QuestionImportDialog } from './question-import-dialog.tsx'
import { countOf, FoundQuestions, FoundSummary, NOTHING_SAVED } from './questions-found.tsx'
import { checkAnswers, questionTextsFrom } from './question-texts.ts'

type BankIntakeProps = {
  source: 'text' | 'file'
  onClose: () => void
  onFound: (questions: QuestionImport['questions']) => void
}

const NEXT = 'You choose their topic before anything is saved.'

/** Reads questions for the bank as the form of a quiz does. */
export function BankIntake({ source, onClose, onFound }: BankIntakeProps) {
  const [text, setText] = useState('')
  if (source === 'file') {
    return (
      <QuestionImportDialog
        open
        onOpenChange={onClose}
        room={TRAINING_LIMITS.questions}
        note={NEXT}
        onImport={onFound}
      />
    )
  }
  return (
    <QuestionPasteDialog
      onClose={onClose}
      text={text}
      onText={setText}
      room={TRAINING_LIMITS.questions}
      note={NEXT}
      onAdd={onFound}
    />
  )
}

type QuestionPasteDialogProps = {
  onClose: () => void
  /** Kept by the form: closing loses nothing. */
  text: string
  onText: (text: string) => void
  /** How many questions there may still be. */
  room: number
  /** What becomes of them. */
  note?: string
  onAdd: (questions: QuestionImport['questions']) => void
}

/** Takes questions from a text into the form, after showing what was understood of it. */
export function QuestionPasteDialog(props: QuestionPasteDialogProps) {
  const { onClose, text, onText, room, onAdd, note = NOTHING_SAVED } = props
  const { rest, ...found } = pastedQuestions(text)
  const { questions } = found
  const left = Math.max(0, questions.length - room)
  const add = () => {
    onAdd(questions)
    onText(rest)
    if (rest === '') onClose()
    else toast.success(`${countOf(questions.length, 'question')} added. What is left needs mending`)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Paste questions"
      description={note}
      size="lg"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={questions.length === 0 || left > 0} onClick={add}>
            {questions.length === 0
              ? 'Add Questions'
              : `Add ${countOf(questions.length, 'Question')}`}
          </Button>
        </>
      }
    >
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Field label="Questions">
            <TextArea
              rows={10}
              spellCheck={false}
              value={text}
              onChange={(event) => onText(event.target.value)}
            />
          </Field>
          <div aria-live="polite">
            {text.trim() !== '' && <FoundSummary of="Understood" found={found} left={left} />}
          </div>
          <FoundQuestions found={found} />
        </div>
        <Syntax />
      </div>
    </Dialog>
  )
}

function Syntax() {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-sunken p-3 text-sm">
      <h3 id={id} className="font-medium">
        How to write them
      </h3>
      <pre className="mt-2 font-mono text-xs/relaxed whitespace-pre-wrap">{PASTE_EXAMPLE}</pre>
      <p className="mt-2 text-muted">
        A number or an empty line begins a question. * or [x] marks what is right, or a line such as
        “Answer: b”. Lines with &gt; are an order, lines with = what is accepted.
      </p>
    </section>
  )
}

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
