import { type Block, type Run, withoutStart } from './blocks.ts'
import type { PdfPage, Piece, StructureNode } from './pdf-page.ts'

/** Whether the tags of a page say what its text is: some files have tags that hold nothing. */
export function isTagged({ structure, pieces }: PdfPage): boolean {
  if (!structure) return false
  const ids = new Set(contentOf(structure))
  const tagged = pieces.filter(({ mark }) => mark !== null && ids.has(mark))
  return pieces.length === 0 || tagged.length > pieces.length * 0.4
}

function contentOf(node: StructureNode): string[] {
  if (node.type === 'content') return node.id ? [node.id] : []
  return (node.children ?? []).flatMap(contentOf)
}

/** What a page is made of, by its tags: what they leave out, such as page numbers, is no text. */
export function taggedBlocks({ structure, pieces }: PdfPage): Block[] {
  const texts = new Map<string, Run[]>()
  let last: Piece | undefined
  for (const piece of pieces) {
    const { mark, text, bold, x, y, size } = piece
    if (mark === null) continue
    const runs = texts.get(mark) ?? []
    texts.set(mark, runs)
    // Where a new line begins, or a gap is left, there is no blank in the text.
    const apart = last && (Math.abs(last.y - y) > size * 0.5 || x - last.right > size * 0.2)
    runs.push({ text: apart ? ` ${text}` : text, bold })
    last = piece
  }
  const walk = new TagWalk(texts)
  if (structure) walk.enter(structure, 0)
  return walk.blocks
}

const LIST_MARK = /^\s*(?:[•◦▪●○■–‣·\u{f0a7}\u{f0b7}-]|o(?=\s)|(\d{1,3})[.)](?!\d))\s*/u
/** A number that a list here can't show, such as `1.2`, `b.` or `(iv)`: it stays in the text. */
const OTHER_MARK = /^\s*(?:\d{1,3}(?:\.\d{1,3})+\.?|\(?[a-z]{1,4}[.)])\s/i

class TagWalk {
  readonly blocks: Block[] = []
  readonly #texts: Map<string, Run[]>

  constructor(texts: Map<string, Run[]>) {
    this.#texts = texts
  }

  enter(node: StructureNode, depth: number): void {
    const { role = '', children = [] } = node
    if (/^(?:TOC|TOCI|Index|Artifact|Figure)$/.test(role)) return
    const [, level] = /^(?:H|Heading ?)([1-6])$/.exec(role) ?? []
    if (level !== undefined || role === 'Title' || role === 'H') {
      this.#add({ kind: 'heading', level: Number(level ?? 1), runs: this.#runsOf(node) })
    } else if (role === 'L') {
      this.#enterList(node, depth)
    } else if (role === 'Table') {
      const rows = rowsOf(node).map((row) =>
        (row.children ?? []).map((cell) => this.#runsOf(cell, ' ')),
      )
      if (rows.length > 0) this.blocks.push({ kind: 'table', rows })
    } else if (isText(node)) {
      this.#add({ kind: 'paragraph', runs: this.#runsOf(node) })
    } else {
      for (const child of children) this.enter(child, depth)
    }
  }

  #enterList(list: StructureNode, depth: number): void {
    for (const item of list.children ?? []) {
      if (item.role === 'L') {
        this.#enterList(item, depth + 1)
        continue
      }
      const runs = this.#runsOf(item, ' ', 'L')
      this.#add(itemOf(runs, depth))
      for (const inner of listsIn(item)) this.#enterList(inner, depth + 1)
    }
  }

  #add(block: Exclude<Block, { kind: 'table' }>): void {
    if (block.runs.some(({ text }) => text.trim() !== '')) this.blocks.push(block)
  }

  /** @param between what divides its paragraphs @param without a role that is left out */
  #runsOf(node: StructureNode, between = '', without?: string): Run[] {
    if (node.type === 'content') return this.#texts.get(node.id ?? '') ?? []
    return (node.children ?? [])
      .filter(({ role }) => without === undefined || role !== without)
      .flatMap((child) => {
        const runs = this.#runsOf(child, between, without)
        return between !== '' && child.role === 'P'
          ? [...runs, { text: between, bold: false }]
          : runs
      })
  }
}

function itemOf(runs: Run[], depth: number): Exclude<Block, { kind: 'table' }> {
  const text = runs.map((run) => run.text).join('')
  const mark = OTHER_MARK.test(text) ? null : LIST_MARK.exec(text)
  const number = Number.parseInt(mark?.[1] ?? '', 10)
  return {
    kind: 'item',
    depth,
    number: Number.isNaN(number) ? null : number,
    runs: withoutStart(runs, mark?.[0].length ?? 0),
  }
}

/** What has text and nothing but what belongs into a line. */
const isText = ({ children = [] }: StructureNode): boolean =>
  children.some(({ type }) => type === 'content') ||
  (children.length > 0 &&
    children.every((child) =>
      /^(?:Span|Link|Em|Strong|Quote|Reference|Annot)$/.test(child.role ?? ''),
    ))

/** Whether a table stands in a cell of another one, whose text it becomes. */
export const hasTableInTable = ({ structure }: PdfPage): boolean =>
  structure !== null && tablesIn(structure).some((table) => tablesIn(table).length > 0)

/** The outermost tables within. */
const tablesIn = ({ children = [] }: StructureNode): StructureNode[] =>
  children.flatMap((child) => (child.role === 'Table' ? [child] : tablesIn(child)))

const rowsOf = (node: StructureNode): StructureNode[] =>
  node.role === 'TR' ? [node] : (node.children ?? []).flatMap(rowsOf)

/** The lists right within an item. */
const listsIn = (node: StructureNode): StructureNode[] =>
  (node.children ?? []).flatMap((child) => (child.role === 'L' ? [child] : listsIn(child)))
