import type { Node } from '@milkdown/kit/prose/model'
import type { Language } from './language.ts'
import { sameTrees } from './markdown-tree.ts'

/** A text as it was opened: every block of the document with the very characters that it came from. */
export type Opened = {
  doc: Node
  /** The text of what became of it: blocks that were not touched with their old characters. Quick. */
  writeBack: (doc: Node) => string
  /** The same, read once more: where old characters would say something else by now, all is written anew. */
  settle: (doc: Node) => string
}

/** A block of the document, and where it stood among those of the source; `isKept` where it still says the same. */
type Piece = { node: Node; at: number | null; isKept: boolean }

const BLANK_LINE = /\n[ \t]*\r?\n/

/**
 * Opens a text for the editor.
 * @returns null where the editor could not give the text back as it is: it is for the source view then
 */
export function openText(language: Language, source: string): Opened | null {
  const { parse, write, treeOf, schema } = language
  if (source.trim() === '') {
    const doc = schema.topNodeType.createAndFill()!
    return opened(language, source, doc, [])
  }
  try {
    const tree = treeOf(source)
    const doc = parse(source)
    const blocks = tree.children ?? []
    if (doc.childCount !== blocks.length || !sameTrees(tree, treeOf(write(doc)))) return null
    const places = blocks.map(({ position }) => [position?.start.offset, position?.end.offset])
    if (!places.every((place): place is [number, number] => place.every(Number.isInteger))) {
      return null
    }
    return opened(language, source, doc, places)
  } catch {
    // The editor has no shape for something in it.
    return null
  }
}

function opened(
  language: Language,
  source: string,
  doc: Node,
  places: readonly [number, number][],
): Opened {
  const known = new Map(doc.children.slice(0, places.length).map((node, at) => [node, at]))
  const first = places[0]?.[0] ?? 0
  const last = places.at(-1)?.[1] ?? 0
  const textOf = (at: number) => source.slice(...places[at]!)
  /** What stood between a block and the next. */
  const gapAfter = (at: number) => source.slice(places[at]![1], places[at + 1]![0])

  /** Blocks that were changed and changed back are other nodes with the same content. */
  const find = (node: Node) => {
    const at = known.get(node)
    if (at !== undefined) return at
    for (const [other, place] of known) if (other.eq(node)) return place
    return null
  }

  const pieceOf = (node: Node, index: number, all: readonly Node[]): Piece => {
    const at = find(node)
    // The last block of a source may be code without its end, which would take in what comes behind it.
    const isOpen = node.type.name === 'code_block' && at === places.length - 1
    return { node, at, isKept: at !== null && !(isOpen && index < all.length - 1) }
  }

  const writeBack = (now: Node) => {
    if (now.eq(doc)) return source
    const pieces = placed(now.children.filter((node) => !isEmpty(node)).map(pieceOf))
    let text = ''
    let before: Piece | null = null
    for (const group of groupsOf(pieces)) {
      const [piece] = group
      const isKept = group.length === 1 && piece!.isKept
      if (before) text += gapBetween(before, { ...piece!, isKept })
      text += isKept ? textOf(piece!.at!) : written(language, group)
      before = { ...group.at(-1)!, isKept }
    }
    return text && source.slice(0, first) + text + tailBehind(before)
  }

  /** What ended the source; blank lines there part its last block from what now stands behind it. */
  const tailBehind = (end: Piece | null) => {
    const tail = source.slice(last)
    return end?.at !== places.length - 1 && BLANK_LINE.test(tail) ? '' : tail
  }

  const gapBetween = (one: Piece, next: Piece) => {
    if (one.at === null || next.at !== one.at + 1) return '\n\n'
    const gap = gapAfter(one.at)
    // Beside a block that was written anew only a blank line is certain to part the two.
    return (one.isKept && next.isKept) || BLANK_LINE.test(gap) ? gap : '\n\n'
  }
  const settle = (now: Node) => {
    const text = writeBack(now)
    if (text === source) return text
    const anew = language.write(now)
    return sameTrees(language.treeOf(text), language.treeOf(anew)) ? text : anew
  }
  return { doc, writeBack, settle }
}

const isEmpty = (node: Node) =>
  node.type.name === 'paragraph' && node.textContent.trim() === '' && !hasLeaves(node)

const hasLeaves = (node: Node) =>
  node.children.some((child) => child.isLeaf && !child.isText && child.type.name !== 'hardbreak')

/** Blocks that stand for changed ones take their places: as many as are missing between two that stayed. */
function placed(pieces: Piece[]): Piece[] {
  let begin = 0
  let last = -1
  for (let i = 0; i <= pieces.length; i++) {
    const at = i < pieces.length ? pieces[i]!.at : null
    if (at === null) continue
    if (at - last - 1 === i - begin) {
      for (let j = begin; j < i; j++) pieces[j] = { ...pieces[j]!, at: last + 1 + (j - begin) }
    }
    begin = i + 1
    last = at
  }
  return pieces
}

/** Blocks that flow into each other side by side are written together, unless all of them stayed. */
function groupsOf(pieces: Piece[]): Piece[][] {
  const runs: Piece[][] = []
  for (const piece of pieces) {
    const last = runs.at(-1)?.at(-1)
    if (last && flowsInto(last.node, piece.node)) runs.at(-1)!.push(piece)
    else runs.push([piece])
  }
  return runs.flatMap((run) => (hasStayed(run) ? run.map((piece) => [piece]) : [run]))
}

const hasStayed = (run: Piece[]) =>
  run.every(({ isKept, at }, i) => isKept && at === run[0]!.at! + i)

const OPEN_ENDED = new Set(['bullet_list', 'ordered_list', 'footnote_definition'])

const flowsInto = (one: Node, other: Node) =>
  OPEN_ENDED.has(one.type.name) &&
  (OPEN_ENDED.has(other.type.name) || other.type.name === 'code_block')

function written({ schema, write }: Language, group: readonly Piece[]): string {
  return write(
    schema.topNodeType.create(
      null,
      group.map(({ node }) => node),
    ),
  ).trimEnd()
}
