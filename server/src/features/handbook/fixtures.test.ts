import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readHandbook } from './reader/read-handbook.ts'

/** What a file has: counted in the text that it was made of, by scripts/make-handbook-fixtures.mjs. */
interface Counts {
  headings: number
  items: number
  /** Those of them that stand below another one. */
  nested: number
  rows: number
  paragraphs: number
}

const HANDBOOK: Counts = { headings: 61, items: 192, nested: 48, rows: 48, paragraphs: 157 }
const WIRE_FRAUD: Counts = { headings: 4, items: 8, nested: 2, rows: 4, paragraphs: 2 }
const NO_STYLES: Counts = { headings: 4, items: 5, nested: 2, rows: 0, paragraphs: 4 }
const CHECKLISTS: Counts = { headings: 2, items: 14, nested: 8, rows: 0, paragraphs: 1 }
const FEES: Counts = { headings: 2, items: 0, nested: 0, rows: 52, paragraphs: 2 }

interface Expected {
  file: string
  /** As docs/authoring.md calls it. */
  called: string
  has: Counts
  /** Where what is read differs from that. */
  read?: Partial<Counts>
  /** Whole blocks of Markdown. */
  there: string[]
  gone: (string | RegExp)[]
  notes: RegExp[]
  /** How many of its headings were bold lines. */
  boldHeadings?: number
}

const CONTENTS_AND_EDGES = [
  /\.{5}/,
  'Employee Handbook\n\nContents',
  'Harbor Realty – Employee Handbook',
  'Confidential',
  /Page \d+ of/,
]

const HANDBOOK_BLOCKS = [
  '# Employee Handbook\n\nHarbor Realty, 14 Ferry Road. In force since January 2026.\n\n',
  `
- Read the page on earnest money before your first week ends.
- Ask when something is unclear:
  - your team lead first,
  - then the **broker of record**.
- Write down what was decided.
`,
  `
1. Look at the file.
2. Call the client on a number that you know.
3. Sign and date the form.
`,
  `
| Who | What | By when |
| --- | --- | --- |
| Agent | Reads records | First week |
| Office manager | Keeps the **signed** page | First month |
| Broker | Reviews the chapter | Each January |
`,
  '**Lost devices** belongs to the chapter on client data. ',
]

const WIRE_FRAUD_BLOCKS = [
  'Criminals read mail and send **false wire instructions** in our name.',
  `
- We never change them by mail.
- We never act on a change:
  - not by text message,
  - not by a call that came in.
`,
  '\n| Whom | Within | How |\n| --- | --- | --- |\n| The bank | 15 minutes | Fraud line |\n',
  '\n| The FBI (IC3) | 24 hours | ic3.gov |\n',
  '\n1. Find the number in the file.\n2. Call it.\n3. Have the account read back.\n',
  'A wire that was sent in error is **gone within hours**.',
]

const NO_STYLES_BLOCKS = [
  '# Office Manual\n\nThis manual grew over the years and has no styles. ',
  '\n## Opening the office\n\n',
  '\n## Visitors\n\nVisitors **sign in** at the desk. ',
  '\n- Alarm off.\n- Lights on.\n- Front desk:\n  - phones,\n  - mail.\n',
]

const CHECKLISTS_BLOCKS = [
  `# Listing to live

- Before the photographs
  - Rooms
    - Beds are made.
    - Blinds are open.
  - Lawn is cut.
- On the day
  - Lights are on.
  - Cars are away.
- Afterwards, **thank the seller**.

# Closing

1. Order the title search.
2. Collect documents:
   1. the deed,
   2. the survey.
3. Confirm the wire by phone.
`,
]

const FEES_BLOCKS = [
  '# Fees\n\nAll fees are **per transaction**, in US dollars.\n\n| Service | Fee | Paid by |\n| --- | --- | --- |\n| Service 1 | $25 | Agent |\n',
  '\n| Service 48 | $1200 | Seller |\n\n# Splits\n\n| Volume | Split |\n| --- | --- |\n',
  '\n\nSplits are reviewed each January.',
]

const EXPECTED: Expected[] = [
  {
    file: 'handbook.docx',
    called: 'Handbook of 39 pages, Word',
    has: HANDBOOK,
    there: ['# Employee Handbook\n', '\n## Earnest money\n', ...HANDBOOK_BLOCKS],
    gone: CONTENTS_AND_EDGES,
    notes: [/Headers, footers/, /table of contents/],
  },
  {
    file: 'handbook.pdf',
    called: 'the same as PDF with tags',
    has: HANDBOOK,
    read: { paragraphs: 161 },
    there: ['\n## Earnest money\n', ...HANDBOOK_BLOCKS],
    gone: CONTENTS_AND_EDGES,
    notes: [/as the PDF says/],
  },
  {
    file: 'handbook-untagged.pdf',
    called: 'the same as PDF without',
    has: HANDBOOK,
    read: { paragraphs: 161 },
    there: ['\n### Earnest money\n', ...HANDBOOK_BLOCKS],
    gone: CONTENTS_AND_EDGES,
    notes: [/by the size of letters/, /top and bottom of pages/, /table of contents/],
  },
  {
    file: 'wire-fraud.docx',
    called: 'Policy of one page, Word',
    has: WIRE_FRAUD,
    there: ['# Wire-Fraud Policy\n', '\n# Who is told\n', ...WIRE_FRAUD_BLOCKS],
    gone: ['Wire fraud policy.'],
    notes: [/Headers, footers/],
  },
  {
    file: 'wire-fraud-untagged.pdf',
    called: 'the same as PDF without tags',
    has: WIRE_FRAUD,
    there: ['# Wire-Fraud Policy\n', '\n## Who is told\n', ...WIRE_FRAUD_BLOCKS],
    gone: ['Wire fraud policy.', /Page \d/],
    notes: [/by the size of letters/, /top and bottom of pages/],
  },
  {
    file: 'no-styles.docx',
    called: 'Manual without styles, Word',
    has: NO_STYLES,
    there: NO_STYLES_BLOCKS,
    gone: ['**Office Manual**', '# **'],
    notes: [],
    boldHeadings: 4,
  },
  {
    file: 'no-styles-untagged.pdf',
    called: 'the same as PDF without tags',
    has: NO_STYLES,
    there: NO_STYLES_BLOCKS,
    gone: ['**Office Manual**', '# **', '•'],
    notes: [/by the size of letters/],
  },
  {
    file: 'checklists.docx',
    called: 'Lists in lists in lists, Word',
    has: CHECKLISTS,
    there: CHECKLISTS_BLOCKS,
    gone: ['Checklists'],
    notes: [/Headers, footers/],
  },
  {
    file: 'checklists.pdf',
    called: 'the same as PDF with tags',
    has: CHECKLISTS,
    there: CHECKLISTS_BLOCKS,
    gone: ['Checklists', '•', '◦', '▪'],
    notes: [/as the PDF says/],
  },
  {
    file: 'fees.docx',
    called: 'Tables over pages, Word',
    has: FEES,
    there: [...FEES_BLOCKS, '| Above | By level:<br>Gold – 80 / 20<br>Platinum – 90 / 10 |'],
    gone: ['Fees and splits'],
    notes: [/Headers, footers/, /A table within a table/],
  },
  {
    file: 'fees.pdf',
    called: 'the same as PDF with tags',
    has: FEES,
    there: [...FEES_BLOCKS, '| Above | By level: **Gold 80 / 20** Platinum 90 / 10 |'],
    gone: ['Fees and splits'],
    notes: [/as the PDF says/, /A table within a table/],
  },
]

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

async function read(name: string) {
  const type = name.split('.').at(-1)!
  return readHandbook(pathOf(`fixtures/${name}`), type, () => undefined)
}

function countsOf(markdown: string): Counts {
  const lines = markdown.split('\n')
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
  return {
    headings: count(/^#{1,6} /),
    items: count(/^ *(?:-|\d+\.) /),
    nested: count(/^ +(?:-|\d+\.) /),
    rows: count(/^\|(?! --- )/),
    paragraphs: markdown.split(/\n{2,}/).filter((block) => !/^(?:#|\|| *-| *\d+\.)/.test(block))
      .length,
  }
}

describe.each(EXPECTED)('$file', (expected) => {
  const { file, called, has, read: differs, there, gone, notes, boldHeadings = 0 } = expected

  test('has what belongs to it, and nothing of what does not', async () => {
    const made = await read(file)
    for (const block of there) expect(made.markdown).toContain(block)
    const found = gone.filter((rest) =>
      typeof rest === 'string' ? made.markdown.includes(rest) : rest.test(made.markdown),
    )
    expect(found).toEqual([])
    expect(made.notes).toEqual(notes.map((note) => expect.stringMatching(note) as string))
    expect(made.boldHeadings).toHaveLength(boldHeadings)
  })

  test('is counted as the table in docs/authoring.md has it', async () => {
    const counts = countsOf((await read(file)).markdown)
    expect(counts).toEqual({ ...has, ...differs })
    const cell = (name: keyof Counts) => (has[name] === 0 ? '–' : `${counts[name]} of ${has[name]}`)
    const cells = (['headings', 'items', 'rows', 'paragraphs'] as const).map(cell)
    const docs = await readFile(pathOf('../../../../docs/authoring.md'), 'utf8')
    const rows = docs.split('\n').filter((line) => / of \d+ \|/.test(line))
    expect(rows).toContain(`| ${[called, ...cells].join(' | ')} |`)
  })
})

test('one behind a password says so', async () => {
  await expect(read('locked.pdf')).rejects.toThrow('The file is protected by a password')
})

test('the bare words of a Word file are read by another reader; a PDF shows itself', async () => {
  expect((await read('checklists.docx')).plain).toContain('Afterwards, thank the seller.')
  expect((await read('checklists.pdf')).plain).toBe('')
})
