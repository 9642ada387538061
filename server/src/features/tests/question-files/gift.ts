import type { FileQuestion, Found } from './file-question.ts'

/** Stands for an escaped sign while the others are looked for; no text may contain it. */
const HELD = (code: number) => `\uE000${code.toString(16)}\uE001`
const UNHELD = /\uE000([\da-f]+)\uE001/g

const NOT_CHOICE = 'Only questions with one right option of several can be taken'

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
  const truth = /^(T|TRUE|F|FALSE)(?:\s*#[\s\S]*)?$/i.exec(answers)
  if (truth) {
    const isTrue = truth[1]!.toUpperCase().startsWith('T')
    return { question, options: ['True', 'False'], correctAnswer: isTrue ? 0 : 1 }
  }
  const options = optionsOf(answers)
  return typeof options === 'string' ? options : { question, ...options }
}

function optionsOf(answers: string): Pick<FileQuestion, 'options' | 'correctAnswer'> | string {
  if (!/^[=~]/.test(answers)) return NOT_CHOICE
  const withoutFeedback = answers.replace(/####[\s\S]*$/, '')
  const parts = [...withoutFeedback.matchAll(/([=~])([^=~]*)/g)].map(([, sign, rest]) => {
    const [, weight, words] = /^\s*(?:%(-?[\d.]+)%)?([\s\S]*)$/.exec(rest!)!
    const right = sign === '=' ? Number(weight ?? 100) > 0 : Number(weight ?? 0) > 0
    return { right, text: plain(words!.replace(/#[\s\S]*$/, '')) }
  })
  const right = parts.filter((part) => part.right)
  // With right answers only, GIFT asks for a typed answer, or for pairs.
  if (right.length === parts.length) return NOT_CHOICE
  if (right.length !== 1) {
    return right.length === 0 ? 'No option is marked as right' : 'More than one option is right'
  }
  return { options: parts.map((part) => part.text), correctAnswer: parts.indexOf(right[0]!) }
}

/** GIFT, with points in a comment where they are not 1. */
export function writeGift(questions: FileQuestion[]): string {
  return questions
    .map(({ question, options, correctAnswer, points }) => {
      const lines = options.map((option, index) => {
        const right = index === correctAnswer
        // What begins like a weight needs one before it.
        const weight = option.startsWith('%') ? `%${right ? 100 : 0}%` : ''
        return `  ${right ? '=' : '~'}${weight}${escaped(option)}`
      })
      // An empty title keeps words that look like one, or like a comment, from being taken for it.
      const body = `::::[plain]${escaped(question)} {\n${lines.join('\n')}\n}`
      return points === 1 ? body : `// points: ${points}\n${body}`
    })
    .join('\n\n')
    .concat('\n')
}

const escaped = (text: string) =>
  text.replaceAll(/[\\~=#{}:]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
