/** A part of a text as remark reads it. */
export type MarkdownTree = {
  type: string
  children?: MarkdownTree[]
  value?: string
  position?: { start: { offset?: number }; end: { offset?: number } }
  [key: string]: unknown
}

/** Whether two texts say the same: every part with all it carries, wherever it stands. */
export const sameTrees = (one: MarkdownTree, other: MarkdownTree) =>
  JSON.stringify(bare(one)) === JSON.stringify(bare(other))

/** Without places, and each word with what it stands in, in whatever order: a bold link is a linked bold. */
function bare(tree: MarkdownTree): unknown {
  const { children } = tree
  const rest = withoutPlace(tree)
  if (!children) return rest
  const joined: { marks: string; part: MarkdownTree }[] = []
  for (const { marks, part } of children.flatMap((child) => leaves(child, []))) {
    const last = joined.at(-1)
    const isMore = last?.part.type === 'text' && part.type === 'text' && last.marks === marks
    if (isMore) last.part = { ...last.part, value: `${last.part.value}${part.value}` }
    else joined.push({ marks, part })
  }
  return { ...rest, children: joined.map(({ marks, part }) => [marks, bare(part)]) }
}

function withoutPlace(tree: MarkdownTree): Omit<MarkdownTree, 'position' | 'children'> {
  return Object.fromEntries(
    Object.entries(tree).filter(([key]) => key !== 'position' && key !== 'children'),
  ) as MarkdownTree
}

const MARKS = new Set(['emphasis', 'strong', 'delete', 'link'])

function leaves(tree: MarkdownTree, around: string[]): { marks: string; part: MarkdownTree }[] {
  const { children } = tree
  if (!children || !MARKS.has(tree.type)) {
    return [{ marks: [...new Set(around)].toSorted().join(' '), part: tree }]
  }
  const marks = [...around, JSON.stringify(withoutPlace(tree))]
  return children.flatMap((child) => leaves(child, marks))
}

const LINES = new Set(['paragraph', 'heading', 'tableCell'])

/** Spaces at the ends of lines mean nothing, and would be written as `&#x20;`. */
export function trimTexts(tree: MarkdownTree): MarkdownTree {
  if (LINES.has(tree.type)) {
    trimEdge(tree, 0)
    trimEdge(tree, -1)
    trimBreaks(tree)
  }
  tree.children?.forEach(trimTexts)
  return tree
}

function trimEdge(tree: MarkdownTree, at: 0 | -1): void {
  const { children } = tree
  const edge = children?.at(at)
  if (!children || !edge) return
  if (edge.type === 'text') {
    edge.value = at === 0 ? edge.value?.trimStart() : edge.value?.trimEnd()
    if (edge.value) return
    children.splice(at, 1)
    trimEdge(tree, at)
  } else if (edge.type === 'break') {
    children.splice(at, 1)
    trimEdge(tree, at)
  } else if (edge.children) {
    trimEdge(edge, at)
    if (edge.children.length === 0) {
      children.splice(at, 1)
      trimEdge(tree, at)
    }
  }
}

/** A line ends at a `break`, and at a text that is nothing but an end of a line. */
const isBreak = (tree: MarkdownTree | undefined) =>
  tree?.type === 'break' || (tree?.type === 'text' && tree.value === '\n')

function trimBreaks({ children = [] }: MarkdownTree): void {
  children.forEach((child, at) => {
    if (child.type !== 'text' || isBreak(child)) return
    if (isBreak(children[at - 1])) child.value = child.value?.trimStart()
    if (isBreak(children[at + 1])) child.value = child.value?.trimEnd()
  })
}
