import './events-in-node.ts'
import fc from 'fast-check'
import type { Node } from '@milkdown/kit/prose/model'
import { beforeAll, describe, expect, test } from 'vitest'
import { openText } from './kept-blocks.ts'
import { loadLanguage, type Language } from './language.ts'
import { sameTrees } from './markdown-tree.ts'

let language: Language
beforeAll(async () => {
  language = await loadLanguage()
})

const means = (one: string, other: string) =>
  sameTrees(language.treeOf(one), language.treeOf(other))

const texts: Record<string, string> = {
  ...import.meta.glob<string>('../../../../../server/library/**/*.md', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
  ...import.meta.glob<string>('../../../../../docs/**/*.md', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
}
const bodies = Object.entries(texts).map(([name, text]) => ({
  name,
  text: text.replace(/^---\n[\s\S]*?\n---\n/, ''),
}))

/** What has no shape in the editor: words behind a fence's language, links defined elsewhere. */
const isForSource = (text: string) => /^```\w+ |^\[[^\]]+\]: /m.test(text)

test.each(bodies.filter(({ text }) => !isForSource(text)))(
  '$name is opened, given back as it is, and stable once written',
  ({ text }) => {
    const { doc, writeBack } = openText(language, text)!
    expect(writeBack(doc)).toBe(text)
    const anew = language.write(doc)
    expect(language.write(language.parse(anew))).toBe(anew)
  },
)

test('all texts of the starter library open in the editor', () => {
  const library = bodies.filter(({ name }) => name.includes('/library/'))
  expect(library.length).toBeGreaterThan(20)
  for (const { text } of library) expect(openText(language, text)).not.toBeNull()
})

describe('what the editor has no shape for is left to the source view', () => {
  test.each([
    ['a link that is defined elsewhere', 'See [it][1].\n\n[1]: https://a.example'],
    ['words behind the language of code', '```js title=x\n1\n```'],
  ])('%s', (_, text) => {
    expect(openText(language, text)).toBeNull()
  })
})

describe('nothing of a picture or a table goes', () => {
  test.each([
    '![Desk](/api/v1/trainings/files/1)',
    '![Desk](/api/v1/trainings/files/1 "A desk")',
    'Words ![](/a.png) and words',
    '| a | b |\n|:-:|--:|\n| 1 \\| 2 | **x** |\n|  | ![i](/b.png) |',
    '| only a head |\n|---|',
  ])('%s', (text) => {
    const opened = openText(language, text)
    expect(opened).not.toBeNull()
    expect(means(language.write(opened!.doc), text)).toBe(true)
  })
})

const word = fc.constantFrom(
  'Keys',
  'stay',
  'in_the_box',
  '*',
  '_',
  '1.',
  '-',
  '#',
  '`',
  '<b>',
  'a@b.example',
  '&amp;',
  'https://a.example/x_y',
  '[',
  ']',
  '|',
  '~',
  '\\',
  '!',
  '+',
  '>',
  '=',
  'é',
)
const plain = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
const safe = fc.constantFrom('Keys', 'stay here', 'call first', 'no. 5')
const inline = fc.oneof(
  plain,
  safe.map((words) => `**${words}** and _${words}_`),
  safe.map((words) => `[${words}](https://a.example/b) \`${words}\``),
  safe.map((words) => `![${words}](/api/v1/x "${words}")`),
  fc.tuple(safe, plain).map(([one, other]) => `${one}\n${other}`),
)
const cell = safe
const blockText = fc.oneof(
  { weight: 4, arbitrary: inline },
  inline.map((words) => `## ${words.replaceAll('\n', ' ')}`),
  safe.map((words) => `${words}\n===`),
  fc.array(inline, { minLength: 1, maxLength: 3 }).map((items) => list('-', items)),
  fc.array(inline, { minLength: 1, maxLength: 3 }).map((items) => list('*', items)),
  fc.array(inline, { minLength: 1, maxLength: 3 }).map((items) => list('2.', items)),
  inline.map((words) => `- First\n\n    ${words.replaceAll('\n', ' ')}`),
  inline.map((words) => `> ${words.replaceAll('\n', '\n> ')}`),
  fc.tuple(cell, cell, cell).map(([a, b, c]) => `|${a}|${b}|\n|:--|---|\n|${c}|![x](/y.png)|`),
  plain.map((words) => `\`\`\`\`js\n${words}\n\`\`\`\``),
  safe.map((words) => `    ${words}`),
  fc.constantFrom('---', '<div>\nraw\n</div>', '<!-- aside -->'),
)
const list = (mark: string, items: string[]) =>
  items.map((item) => `${mark} ${item.replaceAll('\n', '\n  ')}`).join('\n')
const gap = fc.constantFrom('\n\n', '\n\n\n', '\n \n')
const source = fc
  .tuple(fc.array(fc.tuple(blockText, gap), { minLength: 1, maxLength: 7 }), fc.boolean())
  .map(
    ([parts, ends]) =>
      parts
        .map((part) => part.join(''))
        .join('')
        .trimEnd() + (ends ? '\n' : ''),
  )

test('what was opened is given back as it is, and what is written is stable', () => {
  let count = 0
  fc.assert(
    fc.property(source, (text) => {
      const opened = openText(language, text)
      if (!opened) return
      count++
      expect(opened.writeBack(opened.doc)).toBe(text)
      const anew = language.write(opened.doc)
      expect(means(anew, text)).toBe(true)
      expect(language.write(language.parse(anew))).toBe(anew)
    }),
    { numRuns: 150 },
  )
  // The source view is the exception.
  expect(count).toBeGreaterThan(100)
})

type Edit = { kind: 'delete' | 'insert' | 'replace' | 'move'; at: number; to: number }
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('delete', 'insert', 'replace', 'move'),
  at: fc.nat(10),
  to: fc.nat(10),
})

function edited(doc: Node, { kind, at, to }: Edit): Node {
  const blocks = [...doc.children]
  const place = at % blocks.length
  const { paragraph, bullet_list: bullets, list_item: item } = language.schema.nodes
  const words = paragraph!.create(null, language.schema.text('New words'))
  const fresh = to % 2 ? words : bullets!.create(null, item!.create(null, words))
  if (kind === 'delete') blocks.splice(place, 1)
  if (kind === 'insert') blocks.splice(place, 0, fresh)
  if (kind === 'replace') blocks.splice(place, 1, fresh)
  if (kind === 'move') blocks.splice(to % blocks.length, 0, ...blocks.splice(place, 1))
  return doc.type.create(null, blocks.length > 0 ? blocks : [paragraph!.create()])
}

test('after a change the whole says what the editor shows, and what was not touched kept its characters', () => {
  fc.assert(
    fc.property(source, fc.array(edit, { minLength: 1, maxLength: 3 }), (text, edits) => {
      const opened = openText(language, text)
      if (!opened) return
      const doc = edits.reduce(edited, opened.doc)
      const now = opened.settle(doc)
      expect({ now, says: means(now, language.write(doc)) }).toEqual({ now, says: true })
    }),
    { numRuns: 200 },
  )
})

test('only the paragraph that was touched is written anew', () => {
  const text =
    'Title\n=====\n* one\n* two\n\n\n__Bold__ words\n\n| a |b|\n|-|-|\n| 1 | 2 |\n\nlast  \nline\n'
  const { doc, writeBack } = openText(language, text)!
  const blocks = [...doc.children]
  blocks[2] = blocks[2]!.copy(language.parse('Other __words__').firstChild!.content)
  expect(writeBack(doc.copy(doc.type.create(null, blocks).content))).toBe(
    text.replace('__Bold__ words', 'Other **words**'),
  )
})

test.each([
  ['Keys\n\n', 'Keys\n\nNew words'],
  ['Keys\n', 'Keys\n\nNew words\n'],
  ['Keys', 'Keys\n\nNew words'],
])('what is written behind %j takes over what ended it', (text, result) => {
  const { doc, writeBack } = openText(language, text)!
  const words = language.parse('New words').children
  expect(writeBack(doc.type.create(null, [...doc.children, ...words]))).toBe(result)
})
