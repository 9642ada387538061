import {
  type Answering,
  type FileQuestion,
  type Found,
  ordering,
  several,
  shareOf,
  trueOrFalse,
  type WrittenFile,
} from './file-question.ts'
import { MORE_THAN_ONE, NONE_IS_RIGHT, toMoodleText, typedAnswers } from './moodle-text.ts'
import { childrenOf, readXml, textOf, type XmlElement, XmlProblem } from './xml.ts'

/** Reads the questions of Moodle's XML; a place is the number of the question in the file. */
export function readMoodleXml(text: string): Found[] {
  let root: XmlElement
  try {
    root = readXml(text)
  } catch (error) {
    if (error instanceof XmlProblem) return [{ place: error.line, problem: error.message }]
    throw error
  }
  if (root.name !== 'quiz') {
    return [
      { place: 1, problem: 'This is not a Moodle question file: it does not begin with <quiz>' },
    ]
  }
  const questions = childrenOf(root, 'question').filter((one) => one.attributes.type !== 'category')
  return questions.map((element, index): Found => {
    const found = questionOf(element)
    const place = index + 1
    return typeof found === 'string' ? { place, problem: found } : { place, ...found }
  })
}

function questionOf(element: XmlElement): FileQuestion | string {
  const [questionText] = childrenOf(element, 'questiontext')
  const answering = answeringOf(element)
  if (typeof answering === 'string') return answering
  const grade = Number(textOf(childrenOf(element, 'defaultgrade')[0]).trim() || '1')
  const [general] = childrenOf(element, 'generalfeedback')
  const feedback = general && plainText(general)
  return {
    question: questionText ? plainText(questionText) : '',
    ...answering,
    points: Number.isFinite(grade) ? Math.max(1, Math.round(grade)) : 1,
    ...(feedback && { feedback }),
  }
}

function answeringOf(element: XmlElement): Answering | string {
  const type = element.attributes.type ?? ''
  const answers = childrenOf(element, 'answer').map((answer) => ({
    text: plainText(answer),
    weight: Number(answer.attributes.fraction ?? 0),
  }))
  const options = answers.map(({ text }) => text)
  const right = answers.flatMap(({ weight }, place) => (weight > 0 ? [place] : []))
  switch (type) {
    case 'ordering':
      return ordering(options)
    case 'shortanswer':
      return typedAnswers(answers)
    case 'multichoice':
    case 'truefalse':
      if (right.length === 0) return NONE_IS_RIGHT
      if (type === 'multichoice' && takesSeveral(element)) return several(options, right)
      if (right.length > 1) return MORE_THAN_ONE
      return type === 'truefalse' ? truthOf(options, right[0]!) : choice(options, right[0]!)
    default:
      return `Questions of the type “${type.slice(0, 40)}” can't be taken`
  }
}

const choice = (options: string[], correctAnswer: number): Answering => ({ options, correctAnswer })

const takesSeveral = (element: XmlElement) =>
  /^\s*(?:false|0)\s*$/i.test(textOf(childrenOf(element, 'single')[0]))

/** Moodles of other languages may have words of their own, which stay two options. */
function truthOf(options: string[], right: number): Answering {
  const words = options.map((option) => option.toLowerCase())
  const isTruth = words.length === 2 && words.includes('true') && words.includes('false')
  return isTruth ? trueOrFalse(words[right] === 'true') : choice(options.map(capital), right)
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Of an element with a `text` within; HTML loses its tags, and what they set apart gets a line. */
function plainText(element: XmlElement): string {
  const text = textOf(childrenOf(element, 'text')[0])
  const isHtml = ['html', 'moodle_auto_format'].includes(element.attributes.format ?? 'html')
  return (isHtml ? withoutTags(text) : text).trim()
}

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

const withoutTags = (html: string) =>
  html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|h[1-6])>/gi, '\n')
    .replaceAll(/<(?:[^<>"']|"[^"]*"|'[^']*')*>/g, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) =>
      name
        ? (NAMED[name] ?? whole)
        : characterOf(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)),
    )
    .replaceAll(/ *\n */g, '\n')

const characterOf = (code: number) =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''

/** Moodle's XML, as its question bank imports it. */
export function writeMoodleXml(questions: FileQuestion[]): WrittenFile {
  const elements = questions.map((written) => {
    const { question, points, feedback } = written
    const { type, settings, answers } = elementOf(written)
    const lines = answers.map(
      ({ fraction, text }) =>
        `    <answer fraction="${fraction}" format="plain_text">
      <text>${escaped(text)}</text>
    </answer>`,
    )
    return `  <question type="${type}">
    <name><text>${escaped(question.split('\n')[0]!.slice(0, 100))}</text></name>
    <questiontext format="plain_text"><text>${escaped(question)}</text></questiontext>
    <defaultgrade>${points}</defaultgrade>
${[...feedbackOf(feedback), ...settings.map((setting) => `    ${setting}`), ...lines].join('\n')}
  </question>`
  })
  return {
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${elements.join('\n')}\n</quiz>\n`,
    leftOut: 0,
  }
}

const feedbackOf = (feedback: string | undefined) =>
  feedback
    ? [
        `    <generalfeedback format="plain_text"><text>${escaped(feedback)}</text></generalfeedback>`,
      ]
    : []

interface Element {
  type: string
  /** Elements that stand before the answers. */
  settings: string[]
  answers: { fraction: number | string; text: string }[]
}

function elementOf({ kind, options, correctAnswer, ...rest }: FileQuestion): Element {
  const answersOf = (texts: string[], fractionAt: (place: number) => number | string) =>
    texts.map((text, place) => ({ text, fraction: fractionAt(place) }))
  switch (kind) {
    case 'true_false': {
      const answers = answersOf(['true', 'false'], (place) => (place === correctAnswer ? 100 : 0))
      return { type: 'truefalse', settings: [], answers }
    }
    case 'text': {
      const texts = rest.acceptedAnswers!.map(toMoodleText)
      const settings = ['<usecase>0</usecase>']
      return { type: 'shortanswer', settings, answers: answersOf(texts, () => 100) }
    }
    case 'ordering':
      // The fraction is the place, as Moodle itself writes it.
      return { type: 'ordering', settings: ORDER, answers: answersOf(options, (at) => at + 1) }
    case 'several': {
      const right = rest.correctAnswers!
      const share = shareOf(right.length)
      const answers = answersOf(options, (place) => (right.includes(place) ? share : -100))
      return { type: 'multichoice', settings: choiceOf('false'), answers }
    }
    case undefined: {
      const answers = answersOf(options, (place) => (place === correctAnswer ? 100 : 0))
      return { type: 'multichoice', settings: choiceOf('true'), answers }
    }
  }
}

/** All of them, one below the other, and all or nothing. */
const ORDER = [
  '<layouttype>VERTICAL</layouttype>',
  '<selecttype>ALL</selecttype>',
  '<selectcount>0</selectcount>',
  '<gradingtype>ALL_OR_NOTHING</gradingtype>',
  '<showgrading>HIDE</showgrading>',
]

const choiceOf = (isSingle: 'true' | 'false') => [
  `<single>${isSingle}</single>`,
  '<shuffleanswers>false</shuffleanswers>',
  '<answernumbering>abc</answernumbering>',
]

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

const escaped = (text: string) =>
  text
    // Control characters can't be written in XML 1.0 at all.
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>\r]/g, (sign) => SIGNS[sign]!)
