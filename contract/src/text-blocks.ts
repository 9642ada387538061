/**
 * What of a Markdown text can be pointed at: headings, paragraphs, items of lists, quotations, tables and
 * code. No zod and no parser here: the server names these and the browser finds them on the page, each from
 * the tokens that `marked` made of the same text, so that both count alike.
 */

const KINDS = {
  heading: 'heading',
  paragraph: 'paragraph',
  list_item: 'item',
  blockquote: 'quote',
  table: 'table',
  code: 'code',
} as const

export type BlockKind = (typeof KINDS)[keyof typeof KINDS]

/** What is needed of a token of `marked`. */
export interface BlockToken {
  type: string
  raw: string
  tokens?: BlockToken[] | undefined
  items?: BlockToken[]
}

export interface TextBlock<T extends BlockToken = BlockToken> {
  kind: BlockKind
  /** Its Markdown; of an item without the list inside it, whose items are blocks of their own. */
  text: string
  token: T
}

/** The blocks of a text, in their order. */
export function blocksOf<T extends BlockToken>(tokens: readonly T[]): TextBlock<T>[] {
  return tokens.flatMap((token): TextBlock<T>[] => {
    if (token.type === 'list') return (token.items as T[]).flatMap(itemBlocks)
    const kind = KINDS[token.type as keyof typeof KINDS]
    return kind ? [{ kind, text: token.raw.trim(), token }] : []
  })
}

function itemBlocks<T extends BlockToken>(item: T): TextBlock<T>[] {
  const parts = (item.tokens ?? []) as T[]
  const own = parts.filter(({ type }) => type !== 'list')
  const lists = parts.filter(({ type }) => type === 'list')
  const text = own.map(({ raw }) => raw).join('')
  return [{ kind: 'item', text: text.trim(), token: item }, ...blocksOf(lists)]
}
