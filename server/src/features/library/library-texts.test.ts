import { TRAINING_CATEGORIES } from '@frontdesk/contract/constants'
import { LibraryText } from '@frontdesk/contract/library'
import { policyEndpoints } from '@frontdesk/contract/policies'
import { processEndpoints } from '@frontdesk/contract/processes'
import { trainingEndpoints } from '@frontdesk/contract/trainings'
import { describe, expect, test } from 'vitest'
import { policyOf, processOf, trainingOf } from './draft-of.ts'
import { parseText, type StarterText } from './parse-text.ts'
import { readLibrary } from './read-library.ts'

const texts = await readLibrary()
const of = (kind: StarterText['kind']) => texts.filter((text) => text.kind === kind)

/** All that people will read of it. */
const wholeOf = ({ content, steps, sections, questions }: StarterText) =>
  [
    content,
    ...steps.flatMap((step) => [step.title, step.description]),
    ...sections,
    ...questions.flatMap(({ question, options, why }) => [question, ...options, why]),
  ].join('\n')

/** Runs of lines that begin with a bar. */
const tablesOf = (lines: string[]) =>
  lines
    .map((line) => (line.startsWith('|') ? line : ''))
    .join('\n')
    .split(/\n{2,}/)
    .map((table) => table.split('\n').filter(Boolean))
    .filter((table) => table.length > 0)

test('there are 14 policies, 5 processes and 4 trainings, and no two are called the same', () => {
  expect([of('policy').length, of('process').length, of('training').length]).toEqual([14, 5, 4])
  const titles = texts.map(({ title }) => title.toLowerCase())
  expect(new Set(titles).size).toBe(titles.length)
  expect(new Set(texts.map(({ slug }) => slug)).size).toBe(texts.length)
})

describe.each(texts)('$kind $slug', (text) => {
  test('says what it rests on, and when that was checked', () => {
    expect(LibraryText.safeParse({ ...text, taken: null }).error).toBeUndefined()
    expect(text.sources.length).toBeGreaterThan(0)
    expect(Date.parse(text.checked_on)).toBeLessThanOrEqual(Date.now())
    expect(text.summary.length).toBeLessThanOrEqual(200)
  })

  test('names no section of a state’s law', () => {
    const ofStates = text.sources.filter(({ text: source }) => /\bstate('s|s')? /i.test(source))
    for (const { text: source, url } of ofStates) {
      expect(url, source).toBeNull()
      expect(source).not.toContain('§')
    }
  })

  test('is Markdown without loose ends', () => {
    const lines = wholeOf(text).split('\n')
    for (const line of lines) {
      expect(line.split('**').length % 2, line).toBe(1)
      expect(line.replace(/\[[^\][]+\]/g, ''), 'brackets that are not closed').not.toMatch(/[[\]]/)
      expect(line, 'a line that goes on where it should not').not.toMatch(/\s$/)
    }
    for (const table of tablesOf(lines)) {
      expect(table[1], table[0]).toMatch(/^\|(---\|)+$/)
      expect(new Set(table.map((row) => row.split('|').length)).size, table[0]).toBe(1)
    }
    // Headings are of the first or second level, and the second never comes first.
    const levels = lines.flatMap((line) => /^(#+) /.exec(line)?.[1]?.length ?? [])
    expect(levels.every((level) => level <= 2)).toBe(true)
    expect(levels[0] ?? 1).toBe(1)
  })

  test('has no Markdown where none is read', () => {
    const { steps, questions } = text
    const plain = questions.flatMap(({ question, options, why }) => [question, ...options, why])
    for (const line of [...steps.map(({ title }) => title), ...plain, text.title, text.summary]) {
      expect(line).not.toMatch(/[*_`#|]/)
    }
  })

  test('leaves to be filled in what each office has of its own', () => {
    expect(wholeOf(text)).toMatch(/\[[^\]]+\](?!\()/)
  })
})

describe.each(of('policy'))('the policy $slug', (text) => {
  test('could be published as it is, and says so much and no more', () => {
    const body = policyOf(text)
    expect(policyEndpoints.createPolicy.body.safeParse(body).error).toBeUndefined()
    expect(body.content).toContain('have your lawyer read it')
    expect(body.content).toContain('# Sources')
    expect(text.words).toBeGreaterThanOrEqual(350)
    expect(text.words).toBeLessThanOrEqual(800)
    expect(text.content.match(/^# /gm)!.length).toBeGreaterThanOrEqual(4)
    expect(text.content).toMatch(/^(- |1\. )/m)
  })
})

describe.each(of('process'))('the process $slug', (text) => {
  test('could be published as it is: five to ten steps, each with a role and minutes', () => {
    const body = processOf(text)
    expect(processEndpoints.createProcess.body.safeParse(body).error).toBeUndefined()
    expect(body.status).toBe('draft')
    expect(body.description).toContain('have your lawyer read it')
    expect(body.steps.at(-1)!.description).toContain('as checked on November 23, 2026')
    expect(text.steps_count).toBeGreaterThanOrEqual(5)
    expect(text.steps_count).toBeLessThanOrEqual(10)
    for (const step of text.steps) expect(step.estimated_time).toBeGreaterThan(0)
  })
})

describe.each(of('training'))('the training $slug', (text) => {
  test('could be published as it is: sections, then a quiz of plausible options', () => {
    const body = trainingOf(text)
    expect(trainingEndpoints.createTraining.body.safeParse(body).error).toBeUndefined()
    expect(TRAINING_CATEGORIES.map(({ id }) => id)).toContain(text.category)
    expect(text.minutes).toBeGreaterThan(0)
    expect(text.steps_count).toBeGreaterThanOrEqual(3)
    expect(text.steps_count).toBeLessThanOrEqual(5)
    expect(text.questions_count).toBeGreaterThanOrEqual(5)
    expect(text.questions_count).toBeLessThanOrEqual(8)
    for (const { options } of text.questions) expect(options).toHaveLength(4)
    expect(body.content![0]!.content).toContain('have your lawyer read it')
    expect(body.content!.at(-1)!.content).toContain('as checked on')
  })
})

describe('a file that an author got wrong', () => {
  const head =
    '---\ntitle: T\nsummary: S\ncategory: Sales\nchecked: 2026-11-23\nsources:\n  - One\n---\n'
  test.each([
    ['has no front matter', 'policy', 'Text', 'front matter'],
    ['has an unknown field', 'policy', head.replace('title', 'tittle'), 'tittle'],
    ['has a day that is none', 'policy', head.replace('-23', '-31'), 'checked'],
    ['has a step without a role', 'process', `${head}# Call\n\nThe bank.`, 'Call'],
    ['has text before its first step', 'process', `${head}Hello\n\n# Call\n`, 'Hello'],
    ['has no quiz', 'training', `${head}# One\n\nText`, 'Quiz'],
    [
      'has a question with two right options',
      'training',
      `${head}# One\n\nText\n\n# Quiz\n\n## Which?\n\n- [x] A\n- [x] B\n\n> Why`,
      'Which?',
    ],
  ] as const)('%s: the error says where', (_, kind, file, word) => {
    expect(() => parseText(kind, 'wrong', file)).toThrow(word)
  })
})
