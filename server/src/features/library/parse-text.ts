import type {
  LibraryKind,
  LibraryQuestion,
  LibraryStep,
  LibraryText,
} from '@frontdesk/contract/library'
import { Role } from '@frontdesk/contract/users'
import { readFrontMatter } from './front-matter.ts'

/** A text as its file has it, before anybody looks whether it was taken. */
export type StarterText = Omit<LibraryText, 'taken'>

/** Reads one file. @throws Error that says what is wrong in it */
export function parseText(kind: LibraryKind, slug: string, file: string): StarterText {
  const { about, body } = readFrontMatter(file)
  const parts = partsOf(kind, body)
  const { steps, sections, questions } = parts
  return {
    slug,
    kind,
    title: about.title,
    summary: about.summary,
    category: about.category,
    sources: about.sources,
    checked_on: about.checked,
    words: wordsOf(body),
    minutes:
      kind === 'process'
        ? steps.reduce((sum, step) => sum + step.estimated_time, 0)
        : (about.minutes ?? null),
    steps_count: steps.length + sections.length,
    questions_count: questions.length,
    ...parts,
  }
}

type Parts = Pick<StarterText, 'content' | 'steps' | 'sections' | 'questions'>

function partsOf(kind: LibraryKind, body: string): Parts {
  const none: Parts = { content: '', steps: [], sections: [], questions: [] }
  if (kind === 'policy') return { ...none, content: body }
  const parts = splitAt(body, '# ')
  if (kind === 'process') return { ...none, steps: parts.map(stepOf) }
  const quiz = parts.findIndex(({ title }) => title === 'Quiz')
  if (quiz === -1) throw new Error('It has no part with the heading “Quiz”')
  return {
    ...none,
    sections: parts.slice(0, quiz).map(({ title, text }) => `# ${title}\n\n${text}`),
    questions: splitAt(parts[quiz]!.text, '## ').map(questionOf),
  }
}

interface Part {
  title: string
  text: string
}

/** Cuts a text before each line that begins with `mark`. */
function splitAt(body: string, mark: '# ' | '## '): Part[] {
  const [before = '', ...parts] = `\n${body}`.split(`\n${mark}`)
  if (before.trim() !== '') throw new Error(`Text stands before the first heading: ${before}`)
  return parts.map((part) => {
    const end = part.indexOf('\n')
    return { title: part.slice(0, end).trim(), text: part.slice(end).trim() }
  })
}

/** Its first line says who and how long: `agent, 20 minutes`. */
function stepOf({ title, text }: Part): LibraryStep {
  const [, role, minutes, description] = /^(\w+), (\d+) minutes\n([\s\S]+)$/.exec(text) ?? []
  if (role === undefined || description === undefined) {
    throw new Error(`The step “${title}” does not say who does it in how many minutes`)
  }
  return {
    title,
    description: description.trim(),
    estimated_time: Number(minutes),
    responsible_role: Role.parse(role),
  }
}

/** Options are lines of a list with boxes, the right one ticked; what stands behind `>` says why. */
function questionOf({ title, text }: Part): LibraryQuestion {
  const options = [...text.matchAll(/^- \[([ x])\] (.+)$/gm)]
  const correctAnswer = options.findIndex(([, box]) => box === 'x')
  const isOne = options.filter(([, box]) => box === 'x').length === 1
  const [, why] = /^> (.+)$/m.exec(text) ?? []
  if (!isOne || why === undefined) {
    throw new Error(`The question “${title}” needs one right option, and why it is right`)
  }
  return { question: title, options: options.map(([, , option]) => option!), correctAnswer, why }
}

/** Runs of letters and digits: signs of Markdown are no words. */
const wordsOf = (body: string) => body.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0
