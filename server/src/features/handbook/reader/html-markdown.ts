import TurndownService from 'turndown'
import type { CarriedPictures } from './carried-pictures.ts'
import { holdsOnlyAList, isPlain, placeOf } from './list-items.ts'
import { elementOf } from './page-element.ts'
import type { Handbook } from './blocks.ts'
import { tableOf } from './table-markdown.ts'
import { NUMBER } from './word-numbers.ts'

const LINK = /^(?:https?|mailto|tel):/i
/** Turndown reads its whole tree again for each rule that matches; more than this was made to do harm. */
const LONGEST_HEADING = 300

/** What a picture shows, in characters: a sentence or two. */
const LONGEST_WORDS = 500

/** The class of headings that were bold lines, and what stands before their words: nothing that is written. */
export const BOLD_CLASS = 'bold-line'
export const BOLD_MARK = '\uE00F'

/** The address of a picture that was left out and counted. */
export const COUNTED = 'counted:'

/**
 * HTML as Markdown in the form that policies have, with a sentence on each kind of thing that was lost.
 * @param pictures those that the file carries; others are left out and counted
 */
export function markdownOf(html: string, pictures: CarriedPictures): Handbook {
  const lost = new Set<string>()
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
  })
  const escape = service.escape.bind(service)
  // Turndown leaves these, and what stands in angle brackets would be a tag that no page shows.
  service.escape = (text) =>
    escape(text)
      .replaceAll(/<(?=[a-z/!?])|&(?=#?\w{1,32};)|~(?=~)/gi, String.raw`\$&`)
      .replace(/^(\s*\d+)\)(?=\s|$)/, String.raw`$1\)`)
  service.remove(['script', 'style', 'noscript', 'template', 'iframe', 'object'] as never)
  service.remove(['button', 'select', 'textarea'] as never)
  addTextRules(service, lost)
  addScriptRules(service, lost)
  addPictureRule(service, pictures)
  service.addRule('table', {
    filter: 'table',
    replacement: (_content, node) =>
      tableOf(elementOf(node), {
        lost,
        markdownOf: (inner) => service.turndown(inner),
      }),
  })
  const markdown = service.turndown(html.replaceAll(NO_BREAK, ' ')).replaceAll(NUMBER, asWritten)
  return { markdown, notes: [...pictures.notes(), ...lost] }
}

/** A space that keeps words together; at the beginning of a line several would make code of it. */
const NO_BREAK = /\u00a0|&nbsp;|&#160;|&#xa0;/gi

/** What is no item of a list keeps its number as Word writes it. */
const asWritten = (_: string, _count: string, label: string) => (label === '' ? '' : `${label} `)

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function addTextRules(service: TurndownService, lost: Set<string>): void {
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) => {
      // A heading is bold anyway, and its words become titles.
      const words = oneLine(content.replaceAll('**', '').replaceAll(NUMBER, asWritten))
      if (words === '') return ''
      if (words.length > LONGEST_HEADING) return `\n\n${words}\n\n`
      const mark = elementOf(node).getAttribute('class') === BOLD_CLASS ? BOLD_MARK : ''
      return `\n\n${'#'.repeat(Number(node.nodeName[1]))} ${mark}${words}\n\n`
    },
  })
  // One space behind the mark, as policies are written here; what belongs to an item is indented by that.
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => {
      const item = elementOf(node)
      const whole = content.replace(/^\n+/, '')
      if (holdsOnlyAList(item)) return `\n\n${whole.trimEnd()}\n\n`
      const [found] = whole.matchAll(NUMBER)
      const number = found?.index === 0 ? found : undefined
      const words = whole.slice(number?.[0].length ?? 0)
      // A list shows numbers alone: what Word writes otherwise, such as 1.1 or (b), stays in the text.
      if (number && !isPlain(number[2]!)) return `\n\n${`${number[2]} ${words}`.trim()}\n\n`
      const place = placeOf(item)
      const mark = place ? `${place.number}${place.delimiter} ` : '- '
      const text = words
        .replace(/\n+$/, '')
        .replaceAll(/\n{2,}(?=\s*(?:-|\d+[.)]) )/g, '\n')
        .replaceAll(/\n(?!\n)/g, `\n${' '.repeat(mark.length)}`)
      const gap = place?.isFirst ? '\n\n' : ''
      return `${gap}${mark}${text.trimEnd()}${node.nextSibling ? '\n' : ''}`
    },
  })
  service.addRule('link', {
    filter: 'a',
    replacement: (content, node) => {
      const href = elementOf(node).getAttribute('href')?.trim() ?? ''
      const words = oneLine(content)
      if (words === '' || words === '↑') return ''
      if (!LINK.test(href)) return words
      return `[${words}](${href.replaceAll(/[\s()<>]/g, encodeURIComponent)})`
    },
  })
  service.addRule('struck', {
    filter: ['del', 's', 'strike'] as never,
    replacement: (content) => (content.trim() === '' ? '' : `~~${content.trim()}~~`),
  })
  service.addRule('unseen', {
    filter: (node) =>
      node.hasAttribute('hidden') || /display\s*:\s*none/i.test(node.getAttribute('style') ?? ''),
    replacement: () => {
      lost.add('Text that the page hides was left out.')
      return ''
    },
  })
}

function addPictureRule(service: TurndownService, pictures: CarriedPictures): void {
  service.addRule('picture', {
    filter: ['img', 'video', 'audio'] as never,
    replacement: (_content, node) => {
      const element = elementOf(node)
      const src = element.getAttribute('src') ?? ''
      if (pictures.has(src)) {
        const words = oneLine(element.getAttribute('alt') ?? '').slice(0, LONGEST_WORDS)
        return `![${words.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${src})`
      }
      if (src !== COUNTED) pictures.leaveOut()
      return ''
    },
  })
}

const RAISED = new Map(
  Array.from('0123456789+-()n', (letter, at) => [letter, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ'[at]!]),
)
const LOWERED = new Map(
  Array.from('0123456789+-()', (letter, at) => [letter, '₀₁₂₃₄₅₆₇₈₉₊₋₍₎'[at]!]),
)

/** What is raised or lowered, as letters of their own where there are such. */
function addScriptRules(service: TurndownService, lost: Set<string>): void {
  for (const [tag, letters] of [
    ['sup', RAISED],
    ['sub', LOWERED],
  ] as const) {
    service.addRule(tag, {
      filter: tag,
      replacement: (content) => {
        const made = Array.from(content, (letter) => letters.get(letter))
        if (made.every((letter) => letter !== undefined)) return made.join('')
        lost.add('Raised and lowered letters stand on their line.')
        return content
      },
    })
  }
  service.addRule('ticked', {
    filter: (node) => node.nodeName === 'INPUT' && node.getAttribute('type') === 'checkbox',
    replacement: (_content, node) => (elementOf(node).getAttribute('checked') === null ? '☐' : '☒'),
  })
}
