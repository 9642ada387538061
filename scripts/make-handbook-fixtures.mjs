/**
 * Makes the handbooks that the tests of "Bring your handbook" read, with LibreOffice (`soffice`), in
 * server/src/features/handbook/fixtures. They are committed: only who changes them needs it.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './run.mjs'

const target = join(root, 'server/src/features/handbook/fixtures')

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Text in which `**` marks what is bold.
 * @param {string} text
 */
const spans = (text) =>
  escaped(text).replaceAll(/\*\*(.+?)\*\*/g, '<text:span text:style-name="Bold">$1</text:span>')

/** @param {string} text @param {string} [style] */
const p = (text, style = 'Text_20_body') =>
  `<text:p text:style-name="${style}">${spans(text)}</text:p>`
/** @param {number} level @param {string} text */
const h = (level, text) =>
  `<text:h text:style-name="Heading_20_${level}" text:outline-level="${level}">${spans(text)}</text:h>`
/** @typedef {string | [string, ...Items[]]} Items An item, with those below it. */
/** @param {Items[]} items @param {string} [style] @returns {string} */
const list = (items, style = 'Bullets') =>
  `<text:list text:style-name="${style}">${items
    .map((item) => {
      const [text, ...inner] = typeof item === 'string' ? [item] : item
      return `<text:list-item>${p(text, 'List')}${inner.length > 0 ? list(inner, style) : ''}</text:list-item>`
    })
    .join('')}</text:list>`
/** @param {string[][]} rows @param {string} [extra] what stands in the last cell besides */
const table = (rows, extra = '') =>
  `<table:table table:style-name="Table"><table:table-column table:number-columns-repeated="${rows[0]?.length}"/><table:table-header-rows>${row(rows[0] ?? [], true)}</table:table-header-rows>${rows
    .slice(1)
    .map((cells, at) => row(cells, false, at === rows.length - 2 ? extra : ''))
    .join('')}</table:table>`
/** @param {string[]} cells @param {boolean} isHead @param {string} [extra] */
const row = (cells, isHead, extra = '') =>
  `<table:table-row>${cells
    .map(
      (cell, at) =>
        `<table:table-cell table:style-name="Cell">${p(isHead ? `**${cell}**` : cell, isHead ? 'Table_20_Heading' : 'Table_20_Contents')}${at === cells.length - 1 ? extra : ''}</table:table-cell>`,
    )
    .join('')}</table:table-row>`

/** @param {string} name @param {'bullet' | 'number'} kind */
const listStyle = (name, kind) =>
  `<text:list-style style:name="${name}">${[1, 2, 3]
    .map((level) => {
      const place = `<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:text-indent="-0.25in" fo:margin-left="${level * 0.35}in"/></style:list-level-properties>`
      return kind === 'bullet'
        ? `<text:list-level-style-bullet text:level="${level}" text:bullet-char="${'•◦▪'[level - 1]}">${place}</text:list-level-style-bullet>`
        : `<text:list-level-style-number text:level="${level}" style:num-format="1" style:num-suffix=".">${place}</text:list-level-style-number>`
    })
    .join('')}</text:list-style>`

/** @param {string} name @param {string} size @param {string} [extra] */
const paragraphStyle = (name, size, extra = '') =>
  `<style:style style:name="${name}" style:display-name="${name.replaceAll('_20_', ' ')}" style:family="paragraph"><style:paragraph-properties fo:margin-top="0.05in" fo:margin-bottom="0.09in" ${extra}/><style:text-properties style:font-name="Serif" fo:font-size="${size}pt"/></style:style>`
/** @param {string} name @param {string} display @param {string} size @param {string} [rest] */
const boldStyle = (name, display, size, rest = '') =>
  `<style:style style:name="${name}" style:display-name="${display}" style:family="paragraph" ${rest}><style:paragraph-properties fo:margin-top="0.18in" fo:margin-bottom="0.08in" fo:keep-with-next="always"/><style:text-properties style:font-name="Sans" fo:font-size="${size}pt" fo:font-weight="bold"/></style:style>`

/** A whole document; `head` and `foot` repeat on each page. @param {{ body: string, head?: string, foot?: string }} parts */
const documentOf = ({ body, head = '', foot = '' }) => `<?xml version="1.0" encoding="UTF-8"?>
<office:document office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0">
<office:font-face-decls><style:font-face style:name="Serif" svg:font-family="'Liberation Serif'"/><style:font-face style:name="Sans" svg:font-family="'Liberation Sans'"/></office:font-face-decls>
<office:styles>
<style:style style:name="Standard" style:family="paragraph"><style:text-properties style:font-name="Serif" fo:font-size="11pt" fo:language="en" fo:country="US"/></style:style>
${paragraphStyle('Text_20_body', '11')}${paragraphStyle('List', '11')}${paragraphStyle('Table_20_Contents', '10')}${paragraphStyle('Table_20_Heading', '10')}
${paragraphStyle('Contents_20_1', '11')}${paragraphStyle('Header', '9')}${paragraphStyle('Footer', '9')}
${boldStyle('Title', 'Title', '26')}
${[18, 14, 12].map((size, at) => boldStyle(`Heading_20_${at + 1}`, `Heading ${at + 1}`, String(size), `style:default-outline-level="${at + 1}"`)).join('')}
${listStyle('Bullets', 'bullet')}${listStyle('Numbers', 'number')}
</office:styles>
<office:automatic-styles>
<style:style style:name="Bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
${boldStyle('Large', 'Large', '16')}${boldStyle('Larger', 'Larger', '20')}
<style:style style:name="Table" style:family="table"><style:table-properties table:align="margins"/></style:style>
<style:style style:name="Cell" style:family="table-cell"><style:table-cell-properties fo:padding="0.04in" fo:border="0.5pt solid #888888"/></style:style>
<style:page-layout style:name="Letter"><style:page-layout-properties fo:page-width="8.5in" fo:page-height="11in" fo:margin-top="0.7in" fo:margin-bottom="0.7in" fo:margin-left="1in" fo:margin-right="1in"/><style:header-style><style:header-footer-properties fo:min-height="0.4in" fo:margin-bottom="0.2in"/></style:header-style><style:footer-style><style:header-footer-properties fo:min-height="0.4in" fo:margin-top="0.2in"/></style:footer-style></style:page-layout>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Letter">${head && `<style:header>${p(head, 'Header')}</style:header>`}${foot && `<style:footer><text:p text:style-name="Footer">${escaped(foot)} Page <text:page-number text:select-page="current">1</text:page-number> of <text:page-count>9</text:page-count></text:p></style:footer>`}</style:master-page></office:master-styles>
<office:body><office:text>${body}</office:text></office:body></office:document>`

/** As LibreOffice writes one that nobody updated. @param {string[]} titles */
const contents = (titles) =>
  `<text:table-of-content text:name="Contents"><text:table-of-content-source text:outline-level="1"><text:index-title-template>Contents</text:index-title-template></text:table-of-content-source><text:index-body>${titles
    .map(
      (title, at) =>
        `<text:p text:style-name="Contents_20_1">${escaped(title)} ........................................ ${at * 3 + 2}</text:p>`,
    )
    .join('')}</text:index-body></text:table-of-content>`

const CHAPTERS = [
  ['Welcome to Harbor Realty', 'The office', 'How we work together'],
  ['Working hours and leave', 'Hours', 'Vacation and sick days'],
  ['Fair housing', 'What the law protects', 'Words that we do not use'],
  ['Wire fraud and trust money', 'Before any wire', 'Earnest money'],
  ['Agency and disclosure', 'Whom we represent', 'Forms and signatures'],
  ['Advertising and social media', 'What every advertisement names', 'Posts and reviews'],
  ['Showing safety', 'Before a showing', 'At an open house'],
  ['Client data', 'What we keep', 'Lost devices'],
  ['Records', 'Where files go', 'How long we keep them'],
  ['Harassment and complaints', 'What we do not accept', 'How a complaint is handled'],
  ['Conflicts of interest', 'Own purchases', 'Gifts and referrals'],
  ['Leaving the brokerage', 'Your listings', 'Keys and accounts'],
]

const SENTENCES = [
  'Everyone at the brokerage follows this chapter from the first day, and asks the broker where it leaves a question open.',
  'What is agreed with a client is written down on the same day, in the file of the transaction, by whoever agreed to it.',
  'A mistake that is reported within the hour can nearly always be mended; one that is found by a client rarely can.',
  'The office manager keeps the current forms; a form from last year is not signed, however little it differs.',
  'Nobody is asked to judge alone: two people look at anything that moves money, changes a closing date or ends an agreement.',
  'Where state law asks for more than this chapter does, state law is followed and the chapter is changed at the next review.',
  'The broker reviews this chapter each January with two agents, and tells everyone what changed and why.',
]

/** @param {number} from @param {number} count */
const prose = (from, count) =>
  Array.from({ length: count }, (_, at) => SENTENCES[(from + at) % SENTENCES.length]).join(' ')

/** @param {string} chapter @param {number} at @param {string} title */
const section = (chapter, at, title) =>
  [
    h(2, title),
    p(`**${title}** belongs to the chapter on ${chapter.toLowerCase()}. ${prose(at, 5)}`),
    list([
      `Read the page on ${title.toLowerCase()} before your first week ends.`,
      ['Ask when something is unclear:', 'your team lead first,', 'then the **broker of record**.'],
      'Write down what was decided.',
    ]),
    p(prose(at + 2, 6)),
    p(prose(at + 4, 7)),
    h(3, `Steps for ${title.toLowerCase()}`),
    list(
      [
        'Look at the file.',
        'Call the client on a number that you know.',
        'Sign and date the form.',
      ],
      'Numbers',
    ),
    p(prose(at + 1, 6)),
    p(prose(at + 5, 7)),
  ].join('')

const handbook = documentOf({
  head: 'Harbor Realty – Employee Handbook',
  foot: 'Confidential.',
  body: [
    p('Employee Handbook', 'Title'),
    p('Harbor Realty, 14 Ferry Road. In force since January 2026.'),
    contents(CHAPTERS.map(([title = '']) => title)),
    ...CHAPTERS.map(([title = '', ...sections], at) =>
      [
        h(1, title),
        p(prose(at, 6)),
        p(prose(at + 3, 6)),
        ...sections.map((name, n) => section(title, at + n * 3, name)),
        table([
          ['Who', 'What', 'By when'],
          ['Agent', `Reads ${title.toLowerCase()}`, 'First week'],
          ['Office manager', 'Keeps the **signed** page', 'First month'],
          ['Broker', 'Reviews the chapter', 'Each January'],
        ]),
        p(prose(at + 6, 7)),
      ].join(''),
    ),
  ].join(''),
})

const wireFraud = documentOf({
  foot: 'Wire fraud policy.',
  body: [
    p('Wire-Fraud Policy', 'Title'),
    p('Criminals read mail and send **false wire instructions** in our name.'),
    h(1, 'What we never do'),
    list([
      'We never send wire instructions by plain mail.',
      'We never change them by mail.',
      ['We never act on a change:', 'not by text message,', 'not by a call that came in.'],
    ]),
    h(1, 'Who is told'),
    table([
      ['Whom', 'Within', 'How'],
      ['The bank', '15 minutes', 'Fraud line'],
      ['The broker', '30 minutes', 'Mobile'],
      ['The FBI (IC3)', '24 hours', 'ic3.gov'],
    ]),
    h(1, 'Before each wire'),
    list(['Find the number in the file.', 'Call it.', 'Have the account read back.'], 'Numbers'),
    p('A wire that was sent in error is **gone within hours**.'),
  ].join(''),
})

const noStyles = documentOf({
  body: [
    p('**Office Manual**', 'Larger'),
    p(`This manual grew over the years and has no styles. ${prose(0, 3)}`),
    p('**Opening the office**', 'Large'),
    p(prose(1, 4)),
    list(['Alarm off.', 'Lights on.', ['Front desk:', 'phones,', 'mail.']]),
    p('**Closing the office**', 'Large'),
    p(prose(3, 4)),
    p('**Visitors**', 'Large'),
    p(`Visitors **sign in** at the desk. ${prose(2, 3)}`),
  ].join(''),
})

const checklists = documentOf({
  head: 'Checklists',
  foot: 'Checklists.',
  body: [
    h(1, 'Listing to live'),
    list(
      [
        ['Before the photographs', ['Rooms', 'Beds are made.', 'Blinds are open.'], 'Lawn is cut.'],
        ['On the day', 'Lights are on.', 'Cars are away.'],
        'Afterwards, **thank the seller**.',
      ],
      'Bullets',
    ),
    h(1, 'Closing'),
    list(
      [
        'Order the title search.',
        ['Collect documents:', 'the deed,', 'the survey.'],
        'Confirm the wire by phone.',
      ],
      'Numbers',
    ),
    p(prose(0, 4)),
  ].join(''),
})

const tables = documentOf({
  head: 'Fees and splits',
  body: [
    h(1, 'Fees'),
    p('All fees are **per transaction**, in US dollars.'),
    table([
      ['Service', 'Fee', 'Paid by'],
      ...Array.from({ length: 48 }, (_, at) => [
        `Service ${at + 1}`,
        `$${(at + 1) * 25}`,
        at % 2 ? 'Seller' : 'Agent',
      ]),
    ]),
    h(1, 'Splits'),
    table(
      [
        ['Volume', 'Split'],
        ['Up to $2 million', '70 / 30'],
        ['Above', 'By level:'],
      ],
      table([
        ['Gold', '80 / 20'],
        ['Platinum', '90 / 10'],
      ]),
    ),
    p('Splits are reviewed each January.'),
  ].join(''),
})

/** @type {[name: string, source: string, filter: string][]} */
const FILES = [
  ['handbook.docx', handbook, 'docx'],
  [
    'handbook.pdf',
    handbook,
    'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"true"}}',
  ],
  [
    'handbook-untagged.pdf',
    handbook,
    'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"false"}}',
  ],
  ['wire-fraud.docx', wireFraud, 'docx'],
  [
    'wire-fraud-untagged.pdf',
    wireFraud,
    'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"false"}}',
  ],
  ['no-styles.docx', noStyles, 'docx'],
  [
    'no-styles-untagged.pdf',
    noStyles,
    'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"false"}}',
  ],
  ['checklists.docx', checklists, 'docx'],
  [
    'checklists.pdf',
    checklists,
    'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"true"}}',
  ],
  ['fees.docx', tables, 'docx'],
  ['fees.pdf', tables, 'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"true"}}'],
  // Word's own way to lock a file, of which LibreOffice knows the PDF's.
  [
    'locked.pdf',
    wireFraud,
    'pdf:writer_pdf_Export:{"EncryptFile":{"type":"boolean","value":"true"},"DocumentOpenPassword":{"type":"string","value":"harbor"}}',
  ],
]

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-fixtures-'))
try {
  for (const [name, source, filter] of FILES) {
    writeFileSync(join(folder, 'source.fodt'), source)
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    execFileSync(
      'soffice',
      [
        profile,
        '--headless',
        '--convert-to',
        filter,
        '--outdir',
        folder,
        join(folder, 'source.fodt'),
      ],
      { stdio: 'ignore' },
    )
    const made = readFileSync(join(folder, `source.${name.split('.').at(-1)}`))
    writeFileSync(join(target, name), made)
    console.log(`${name}: ${Math.round(made.length / 1024)} KB`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
