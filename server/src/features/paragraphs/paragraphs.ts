import { createHash } from 'node:crypto'
import { type BlockKind, type BlockToken, blocksOf } from '@frontdesk/contract/text-blocks'
import { Lexer, Marked } from 'marked'

/** A block of one version, by the name that links have for it. */
export interface Paragraph {
  anchor: string
  kind: BlockKind
  /** Its Markdown. */
  text: string
}

type Block = Omit<Paragraph, 'anchor'>

// As the browser reads it (web/src/ui/markdown-render.ts): blocks depend on these.
const { defaults } = new Marked({ gfm: true, breaks: true })

/**
 * A line of lists or quotations in one another; reading it costs the square of how many there are. A rule of
 * many dashes is none.
 */
const TOO_DEEP = /^(?![-*_ \t]+$)(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){50}/m

/** A text of more has no paragraphs to point to: a handbook of 200,000 letters has some 4,000. */
const MOST_BLOCKS = 10_000

/** The blocks of a Markdown text. Only these are looked for, not what is bold or a link inside them. */
export function blocksOfText(content: string): Block[] {
  const whole: BlockToken[] = [{ type: 'paragraph', raw: content }]
  const isDeep = TOO_DEEP.test(content)
  const blocks = blocksOf(isDeep ? whole : new Lexer(defaults).blockTokens(content))
  return (blocks.length > MOST_BLOCKS ? blocksOf(whole) : blocks).map(({ kind, text }) => ({
    kind,
    text,
  }))
}

/**
 * Gives each block of a version its anchor. A block has that of the version before with the same words, else
 * of any earlier version with these words, else of what is most alike in the version before, else a new one.
 * @param before the version before, in its order; none of the first
 * @param earlier all before this one, newest first
 */
export function nameParagraphs(
  blocks: Block[],
  before: Paragraph[],
  earlier: Paragraph[],
): Paragraph[] {
  const anchors: (string | undefined)[] = blocks.map(() => undefined)
  const open = new Set(before.keys())
  keepEqual(blocks, before, { anchors, open })
  const taken = new Set(anchors.filter((anchor) => anchor !== undefined))
  if (taken.size < blocks.length) bringBack(blocks, earlier, { anchors, taken })
  // What came back by its words stands for itself.
  for (const index of open) if (taken.has(before[index]!.anchor)) open.delete(index)
  keepAlike(blocks, before, { anchors, open })
  for (const anchor of anchors) if (anchor !== undefined) taken.add(anchor)
  const numbers = new Map<string, number>()
  return blocks.map((block, index) => ({
    anchor: anchors[index] ?? newAnchor(block, taken, numbers),
    kind: block.kind,
    text: block.text,
  }))
}

interface Naming {
  /** Of each block, as far as it has one. */
  anchors: (string | undefined)[]
  /** Which paragraphs of the version before have no successor yet. */
  open: Set<number>
}

const keyOf = ({ kind, text }: Block) => `${kind}\n${text.replaceAll(/\s+/g, ' ')}`

/** From both ends, then anywhere: two equal paragraphs stay apart where one of them goes. */
function keepEqual(blocks: Block[], before: Paragraph[], { anchors, open }: Naming): void {
  const keys = blocks.map(keyOf)
  const oldKeys = before.map(keyOf)
  const keep = (index: number, old: number) => {
    anchors[index] = before[old]!.anchor
    open.delete(old)
  }
  const shorter = Math.min(keys.length, oldKeys.length)
  let start = 0
  while (start < shorter && keys[start] === oldKeys[start]) keep(start, start++)
  let end = 1
  while (end <= shorter - start && keys.at(-end) === oldKeys.at(-end)) {
    keep(keys.length - end, oldKeys.length - end++)
  }
  const waiting = groupedFromLast([...open], (old) => oldKeys[old]!)
  for (const [index, key] of keys.entries()) {
    const old = anchors[index] === undefined ? waiting.get(key)?.pop() : undefined
    if (old !== undefined) keep(index, old)
  }
}

/** Each group from its last to its first, so that `pop` gives the first. */
function groupedFromLast<T>(all: T[], groupOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all.toReversed()) {
    const group = groups.get(groupOf(one))
    if (group) group.push(one)
    else groups.set(groupOf(one), [one])
  }
  return groups
}

/** What had been taken out, or was changed and is as before again. */
function bringBack(
  blocks: Block[],
  earlier: Paragraph[],
  { anchors, taken }: { anchors: Naming['anchors']; taken: Set<string> },
): void {
  const known = groupedFromLast(earlier, keyOf)
  for (const [index, block] of blocks.entries()) {
    if (anchors[index] !== undefined) continue
    const same = known.get(keyOf(block)) ?? []
    let found = same.pop()
    while (found && taken.has(found.anchor)) found = same.pop()
    if (!found) continue
    anchors[index] = found.anchor
    taken.add(found.anchor)
  }
}

/** At most so many pairs are weighed; of more, those that stand about in the same place. */
const MOST_PAIRS = 50_000

/** The most alike first; of equally alike ones those that stand nearest to each other. */
function keepAlike(blocks: Block[], before: Paragraph[], { anchors, open }: Naming): void {
  const fresh = [...blocks.keys()].filter((index) => anchors[index] === undefined)
  const old = [...open].map((index) => ({ index, pieces: piecesOf(before[index]!.text) }))
  if (fresh.length === 0 || old.length === 0) return
  const reach = Math.max(1, Math.floor(MOST_PAIRS / fresh.length / 2))
  const pairs = fresh.flatMap((index, place) => {
    const pieces = piecesOf(blocks[index]!.text)
    const middle = Math.floor((place / fresh.length) * old.length)
    return old.slice(Math.max(0, middle - reach), middle + reach + 1).flatMap((one) => {
      const alike = likeness(pieces, one.pieces)
      if (alike <= ALIKE) return []
      const apart = Math.abs(index / blocks.length - one.index / before.length)
      return [{ index, old: one.index, alike, apart }]
    })
  })
  pairs.sort((a, b) => b.alike - a.alike || a.apart - b.apart)
  for (const pair of pairs) {
    if (anchors[pair.index] !== undefined || !open.has(pair.old)) continue
    anchors[pair.index] = before[pair.old]!.anchor
    open.delete(pair.old)
  }
}

/** Two that share no more than half of their words are two paragraphs. */
const ALIKE = 0.5
/** Of fewer words, letters tell more: "Clear desk" and "Clear desks" share one word of two. */
const FEW_WORDS = 4

interface Pieces {
  words: Map<string, number>
  pairs: Map<string, number>
  isShort: boolean
}

function piecesOf(text: string): Pieces {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const isShort = words.length < FEW_WORDS
  const pairs = words.flatMap((word) =>
    [...word].map((letter, at, all) => (all[at - 1] ?? ' ') + letter),
  )
  return { words: counted(words), pairs: isShort ? counted(pairs) : new Map(), isShort }
}

function counted(all: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/** Sørensen's and Dice's coefficient, 0 to 1: of words, or of pairs of letters where both are short. */
const likeness = (one: Pieces, other: Pieces) =>
  one.isShort && other.isShort ? dice(one.pairs, other.pairs) : dice(one.words, other.words)

function dice(one: Map<string, number>, other: Map<string, number>): number {
  let [shared, all] = [0, 0]
  for (const [piece, count] of one) {
    shared += Math.min(count, other.get(piece) ?? 0)
    all += count
  }
  for (const count of other.values()) all += count
  return all === 0 ? 0 : (2 * shared) / all
}

/**
 * From its words, so that the same text in two installations has the same anchors.
 * @param numbers up to which number each name has been given
 */
function newAnchor(block: Block, taken: Set<string>, numbers: Map<string, number>): string {
  const name = `p-${createHash('sha256').update(keyOf(block)).digest('hex').slice(0, 10)}`
  let number = (numbers.get(name) ?? 0) + 1
  const numbered = () => (number === 1 ? name : `${name}-${number}`)
  while (taken.has(numbered())) number += 1
  numbers.set(name, number)
  taken.add(numbered())
  return numbered()
}
