import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { zipFile } from '../../testing/files/zip-file.ts'
import { readHandbook } from './reader/read-handbook.ts'

const NS = 'http://schemas.openxmlformats.org'
const WORD = `xmlns:w="${NS}/wordprocessingml/2006/main"`
const PARTS = ['numbering', 'styles', 'footnotes']

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

async function read(
  body: string[],
  numbering: string[],
  styles: string[] = [],
  footnotes: string[] = [],
) {
  const related = PARTS.map(
    (part) =>
      `<Relationship Id="${part}" Type="${NS}/officeDocument/2006/relationships/${part}" Target="${part}.xml"/>`,
  )
  const file = zipFile({
    '[Content_Types].xml': `<Types xmlns="${NS}/package/2006/content-types"/>`,
    'word/document.xml': `<w:document ${WORD}><w:body>${body.join('')}</w:body></w:document>`,
    'word/numbering.xml': `<w:numbering ${WORD}>${numbering.join('')}</w:numbering>`,
    'word/footnotes.xml': `<w:footnotes ${WORD}>${footnotes.join('')}</w:footnotes>`,
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
  expect(notes).toEqual([])
})

test('what a list can’t show stays in the text as Word writes it', async () => {
  const { markdown, notes } = await read(
    [
      item('Bread', 1),
      item('Milk', 1),
      line('Or:'),
      ...'abc'.split('').map((words) => item(words, 2)),
      item('Fees', 3),
      item('Rent', 3, 1),
      item('Late', 3, 1),
      line('Apart from that:'),
      item('Deposit', 3, 1),
    ],
    [
      kind(0, level(0, 'bullet', '•')),
      kind(1, level(0, 'lowerLetter', '(%1)')),
      kind(2, level(0, 'decimal', '%1.'), level(1, 'decimal', '%1.%2')),
      list(1, 0),
      list(2, 1, 26),
      list(3, 2),
    ],
  )
  expect(markdown).toBe(
    [
      '- Bread\n- Milk',
      'Or:',
      '(z) a',
      '(aa) b',
      '(bb) c',
      '1. Fees',
      '   1.1 Rent',
      '   1.2 Late',
      'Apart from that:',
      '1.3 Deposit',
    ].join('\n\n'),
  )
  expect(notes).toEqual([])
})

test('lists side by side stay two, and what goes on below an item far up has no bullet', async () => {
  const { markdown } = await read(
    [
      item('A one', 1),
      item('A two', 1),
      item('B one', 2),
      item('below', 2, 1),
      line('Between.'),
      item('further below', 2, 1),
    ],
    [kind(0, level(0, 'decimal', '%1.'), level(1, 'decimal', '%2.')), list(1, 0), list(2, 0, 1)],
  )
  expect(markdown).toBe(
    '1. A one\n2. A two\n\n1) B one\n   1. below\n\nBetween.\n\n2. further below',
  )
})

test('levels that never begin anew, lists with levels of their own, and styles upon styles are counted', async () => {
  const never = '<w:lvlRestart w:val="0"/>'
  const numbered = `<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>`
  const { markdown } = await read(
    [
      item('a', 1),
      item('b', 1, 1),
      item('c', 1),
      item('d', 1, 1),
      line('Own:'),
      item('e', 2),
      item('f', 2),
      line('One', '<w:pStyle w:val="Head"/>'),
      line('Two', '<w:pStyle w:val="Own"/>'),
    ],
    [
      kind(0, level(0, 'decimal', '%1.'), level(1, 'decimal', '%2.', never)),
      kind(1, level(0, 'decimal', 'Section %1')),
      list(1, 0),
      `<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">${level(0, 'upperLetter', '%1)').replace('w:val="1"', 'w:val="5"')}</w:lvlOverride></w:num>`,
      list(3, 1),
    ],
    [
      styled('Head', 'heading 1', numbered),
      styled('Own', 'Our heading', '<w:basedOn w:val="Head"/>'),
    ],
  )
  expect(markdown).toBe(
    '1. a\n   1. b\n2. c\n   2. d\n\nOwn:\n\nE) e\n\nF) f\n\n# Section 1 One\n\n# Section 2 Two',
  )
})

test('deleted and moved paragraphs are not counted, and their words are gone', async () => {
  const gone = (how: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:${how} w:id="1" w:author="Lee"/></w:rPr></w:pPr><w:${how} w:id="2"><w:r><w:${how === 'del' ? 'delText' : 't'}>gone</w:${how === 'del' ? 'delText' : 't'}></w:r></w:${how}></w:p>`
  const goesOn = `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:del w:id="3" w:author="Lee"/></w:rPr></w:pPr><w:r><w:t xml:space="preserve">and </w:t></w:r></w:p>`
  const { markdown } = await read(
    [
      item('one', 1),
      gone('del'),
      item('two', 1),
      gone('moveFrom'),
      item('three', 1),
      goesOn,
      item('four', 1),
    ],
    [kind(0, level(0, 'decimal', '%1.')), list(1, 0)],
  )
  expect(markdown).toBe('1. one\n2. two\n3. three\n4. and four')
})

test('fields, formulas and what runs the other way keep their words; what is hidden is left out', async () => {
  const run = (words: string, how = '') =>
    `<w:r>${how && `<w:rPr>${how}</w:rPr>`}<w:t xml:space="preserve">${words}</w:t></w:r>`
  const { markdown, notes } = await read(
    [
      `<w:p>${run('Table ')}<w:fldSimple w:instr=" SEQ Table ">${run('3')}</w:fldSimple>${run(': 70 percent')}</w:p>`,
      `<w:p><w:dir w:val="rtl">${run('to the agent')}</w:dir>${run(' only')}${run('secret', '<w:vanish/>')}</w:p>`,
      `<w:p><m:oMath xmlns:m="m"><m:r><m:t>a+b</m:t></m:r></m:oMath>${run(', 10 m')}${run('2', '<w:vertAlign w:val="superscript"/>')}</w:p>`,
      line('1) typed'),
      line('2.\u00a0typed'),
      line('~~no~~'),
    ],
    [],
  )
  expect(markdown.split('\n\n')).toEqual([
    'Table 3: 70 percent',
    'to the agent only',
    'a+b, 10 m²',
    String.raw`1\) typed`,
    String.raw`2\. typed`,
    String.raw`\~~no\~~`,
  ])
  expect(notes).toEqual([
    'Hidden text was left out.',
    'Formulas became plain text. Please look at each of them.',
  ])
})

test('a footnote stands where it belongs, and not in the list at the end', async () => {
  const { markdown, notes } = await read(
    [
      `<w:p><w:r><w:t>Paid in time</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t>.</w:t></w:r></w:p>`,
      item('last', 1),
    ],
    [kind(0, level(0, 'decimal', '%1.')), list(1, 0)],
    [],
    [`<w:footnote w:id="2">${line('Within ten')}${line('days.')}</w:footnote>`],
  )
  expect(markdown).toBe(String.raw`Paid in time \[Note: Within ten days.\].` + '\n\n1. last')
  expect(notes).toEqual(['One footnote stands in brackets where it belongs.'])
})
