import type { FileQuestion, Found } from './file-question.ts'
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
  const type = element.attributes.type ?? ''
  if (type !== 'multichoice' && type !== 'truefalse') {
    return `Questions of the type “${type.slice(0, 40)}” can't be taken`
  }
  const [questionText] = childrenOf(element, 'questiontext')
  const answers = childrenOf(element, 'answer').map((answer) => ({
    text: plainText(answer),
    right: Number(answer.attributes.fraction ?? 0) > 0,
  }))
  const right = answers.filter((answer) => answer.right)
  if (right.length !== 1) {
    return right.length === 0 ? 'No option is marked as right' : 'More than one option is right'
  }
  const grade = Number(textOf(childrenOf(element, 'defaultgrade')[0]).trim() || '1')
  return {
    question: questionText ? plainText(questionText) : '',
    options: answers.map((answer) => (type === 'truefalse' ? capital(answer.text) : answer.text)),
    correctAnswer: answers.indexOf(right[0]!),
    points: Number.isFinite(grade) ? Math.max(1, Math.round(grade)) : 1,
  }
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
export function writeMoodleXml(questions: FileQuestion[]): string {
  const elements = questions.map(({ question, options, correctAnswer, points }) => {
    const answers = options.map(
      (option, index) =>
        `    <answer fraction="${index === correctAnswer ? 100 : 0}" format="plain_text">
      <text>${escaped(option)}</text>
    </answer>`,
    )
    return `  <question type="multichoice">
    <name><text>${escaped(question.split('\n')[0]!.slice(0, 100))}</text></name>
    <questiontext format="plain_text"><text>${escaped(question)}</text></questiontext>
    <defaultgrade>${points}</defaultgrade>
    <single>true</single>
    <shuffleanswers>false</shuffleanswers>
    <answernumbering>abc</answernumbering>
${answers.join('\n')}
  </question>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${elements.join('\n')}\n</quiz>\n`
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

const escaped = (text: string) =>
  text
    // Control characters can't be written in XML 1.0 at all.
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>\r]/g, (sign) => SIGNS[sign]!)
