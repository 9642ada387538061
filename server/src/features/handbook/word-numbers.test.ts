import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { zipFile } from '../../testing/files/zip-file.ts'
import { readHandbook } from './reader/read-handbook.ts'

const NS = 'http://schemas.openxmlformats.org'
const WORD = `xmlns:w="${NS}/wordprocessingml/2006/main"`
const PARTS = ['numbering', 'styles']

/** One level of a kind of list: how it counts, and how that is written. */
const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/>${more}<w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const kind = (id: number, ...levels: string[]) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`
const list = (id: number, of: number, startsAt?: number) =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${
    startsAt
      ? `<w:lvlOverride w:ilvl="0"><w:startOverride w:val="${startsAt}"/></w:lvlOverride>`
      : ''
  }</w:num>`
const styled = (id: string, name: string, inner = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${inner}</w:style>`

const line = (words: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}<w:r><w:t>${words}</w:t></w:r></w:p>`
const item = (words: string, numId: number, depth = 0) =>
  line(
    words,
    `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${numId}"/></w:numPr><w:pPrChange w:id="1" w:author="Lee"><w:pPr><w:jc w:val="end"/></w:pPr></w:pPrChange>`,
  )

async function read(body: string[], numbering: string[], styles: string[] = []) {
  const related = PARTS.map(
    (part) =>
      `<Relationship Id="${part}" Type="${NS}/officeDocument/2006/relationships/${part}" Target="${part}.xml"/>`,
  )
  const file = zipFile({
    '[Content_Types].xml': `<Types xmlns="${NS}/package/2006/content-types"/>`,
    'word/document.xml': `<w:document ${WORD}><w:body>${body.join('')}</w:body></w:document>`,
    'word/numbering.xml': `<w:numbering ${WORD}>${numbering.join('')}</w:numbering>`,
    'word/styles.xml': `<w:styles ${WORD}>${styles.join('')}</w:styles>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${NS}/package/2006/relationships">${related.join('')}</Relationships>`,
  })
  const folder = await mkdtemp(join(tmpdir(), 'numbers-'))
  try {
    await writeFile(join(folder, 'a.docx'), file)
    return await readHandbook(join(folder, 'a.docx'), 'docx', () => undefined)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a list goes on behind what stands between its items, and another begins where it says', async () => {
  const { markdown, notes } = await read(
    [
      item('Lock the door.', 1),
      item('Then the windows:', 1),
      item('front,', 1, 1),
      item('back.', 1, 1),
      line('Nobody leaves before that.'),
      item('Set the alarm.', 1),
      item('First the hall,', 1, 1),
      line('In the morning:'),
      item('Alarm off.', 2),
      line('And then:'),
      item('Lights on.', 2),
      line('On Mondays:'),
      item('Post.', 3),
    ],
    [
      kind(0, level(0, 'decimal', '%1.'), level(1, 'decimal', '%2)')),
      list(1, 0),
      // Of the same kind: Word counts on but for what is said to begin anew.
      list(2, 0, 1),
      list(3, 0, 7),
    ],
  )
  expect(markdown).toBe(
    [
      '1. Lock the door.\n2. Then the windows:\n   1. front,\n   2. back.',
      'Nobody leaves before that.',
      '3. Set the alarm.\n   1. First the hall,',
      'In the morning:',
      '1. Alarm off.',
      'And then:',
      '2. Lights on.',
      'On Mondays:',
      '7. Post.',
    ].join('\n\n'),
  )
  expect(notes).toEqual([])
})

test('headings and paragraphs that are numbered by their style keep what Word writes before them', async () => {
  const numbered = (id: number) => `<w:pPr><w:numPr><w:numId w:val="${id}"/></w:numPr></w:pPr>`
  const { markdown, notes } = await read(
    [
      line('Conduct', '<w:pStyle w:val="H1"/>'),
      line('Gifts', '<w:pStyle w:val="H2"/>'),
      line('None above ten dollars.', '<w:pStyle w:val="Clause"/>'),
      line('None from a lender.', '<w:pStyle w:val="Clause"/>'),
      line('Guests', '<w:pStyle w:val="H2"/>'),
      line('Money', '<w:pStyle w:val="H1"/>'),
      line('Trust account', '<w:pStyle w:val="H2"/>'),
    ],
    [
      kind(
        0,
        level(0, 'decimal', '%1', '<w:pStyle w:val="H1"/>'),
        level(1, 'decimal', '%1.%2', '<w:pStyle w:val="H2"/>'),
      ),
      kind(1, level(0, 'upperRoman', 'Rule %1 –')),
      list(1, 0),
      list(2, 1),
    ],
    [
      styled('H1', 'heading 1', numbered(1)),
      styled('H2', 'heading 2', numbered(1)),
      styled('Clause', 'Clause', numbered(2)),
    ],
  )
  expect(markdown.split('\n\n')).toEqual([
    '# 1 Conduct',
    '## 1.1 Gifts',
    expect.stringContaining('None above ten dollars.'),
    expect.stringContaining('None from a lender.'),
    '## 1.2 Guests',
    '# 2 Money',
    '## 2.1 Trust account',
  ])
  expect(markdown).toContain('Rule II – None from a lender.')
  expect(notes).toEqual(['Lists with letters or Roman numerals have numbers now.'])
})

test('bullets have no numbers, and letters become numbers with a word on it', async () => {
  const { markdown, notes } = await read(
    [item('Bread', 1), item('Milk', 1), line('Or:'), ...'abc'.split('').map((x) => item(x, 2))],
    [
      kind(0, level(0, 'bullet', '•')),
      kind(1, level(0, 'lowerLetter', '(%1)')),
      list(1, 0),
      list(2, 1, 26),
    ],
  )
  expect(markdown).toBe('- Bread\n- Milk\n\nOr:\n\n26. a\n27. b\n28. c')
  expect(notes).toEqual(['Lists with letters or Roman numerals have numbers now.'])
})
