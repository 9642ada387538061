import { markdownTable } from './table-markdown.ts'

/** What was made of a file. */
export interface Handbook {
  markdown: string
  /** What was left out, or taken to be something; a sentence each. */
  notes: string[]
  /** Which headings, by their place in the order, from 0, were only bold lines. */
  boldHeadings?: number[]
}

/** Words set alike. */
export interface Run {
  text: string
  bold: boolean
}

/** What a page is made of. */
export type Block =
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'paragraph'; runs: Run[] }
  /** Depth 0 is the outermost list; `number` is null for a bullet. */
  | { kind: 'item'; depth: number; number: number | null; runs: Run[] }
  | { kind: 'table'; rows: Run[][][] }

/** Blocks as Markdown. */
export function markdownOfBlocks(blocks: Block[]): string {
  let made = ''
  let open: string[] = []
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'item') {
      made += `\n\n${textOf(block)}`
      open = []
      continue
    }
    const mark = block.number === null ? '- ' : `${block.number}. `
    open = open.slice(0, block.depth)
    // An item of a list stands right below what is around it, and what is around a list apart from it.
    made += blocks[at - 1]?.kind === 'item' ? '\n' : '\n\n'
    made += `${open.map((around) => ' '.repeat(around.length)).join('')}${mark}${markdownOfRuns(block.runs)}`
    open.push(mark)
  }
  return made.trim()
}

function textOf(block: Exclude<Block, { kind: 'item' }>): string {
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${plain(block.runs)}`
  if (block.kind === 'paragraph') return atLineStart(markdownOfRuns(block.runs))
  return markdownTable(block.rows.map((row) => row.map((cell) => markdownOfRuns(cell)))).trim()
}

export const plain = (runs: Run[]) => tidy(runs.map(({ text }) => text).join(''))

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The same without its first characters. */
export function withoutStart(runs: Run[], length: number): Run[] {
  let left = length
  return runs.map((run) => {
    const cut = Math.min(left, run.text.length)
    left -= cut
    return { ...run, text: run.text.slice(cut) }
  })
}

/** Bold is marked around words, never around the spaces beside them. */
function markdownOfRuns(runs: Run[]): string {
  const merged: Run[] = []
  for (const run of runs) {
    const last = merged.at(-1)
    if (last && (last.bold === run.bold || run.text.trim() === '')) last.text += run.text
    else merged.push({ ...run })
  }
  return tidy(
    merged
      .map(({ text, bold }) => {
        const words = escaped(text.trim())
        if (!bold || words === '') return escaped(text)
        const [, before = '', after = ''] = /^(\s*)[\s\S]*?(\s*)$/.exec(text) ?? []
        return `${before}**${words}**${after}`
      })
      .join(''),
  )
}

const escaped = (text: string) =>
  text.replaceAll(/[\\`*<]/g, String.raw`\$&`).replaceAll(/(?<!\w)_|_(?!\w)/g, String.raw`\_`)

/** What would begin a list, a heading or a quotation is none where a paragraph begins with it. */
const atLineStart = (text: string) =>
  text
    .replace(/^(?:[-+>#]|\d+(?=[.)] ))/, (mark) => (/\d/.test(mark) ? mark : `\\${mark}`))
    .replace(/^(\d+)([.)] )/, String.raw`$1\$2`)
