import { DOCUMENT_CATEGORIES } from '@frontdesk/contract/constants'
import type { DocumentCategory, DocumentKind } from '@frontdesk/contract/documents'
import { textOf } from '#web/lib/use-search-params.ts'
import type { DocumentsFilter } from './documents.api.ts'
import { kindLabels } from './file-facts.ts'

/** Orders of the list by their names in the address; the first one needs none. */
export const orders = {
  '': { label: 'By title', sort: 'title', order: 'asc' },
  newest: { label: 'Newest first', sort: 'updated', order: 'desc' },
  oldest: { label: 'Oldest first', sort: 'updated', order: 'asc' },
  largest: { label: 'Largest first', sort: 'size', order: 'desc' },
} as const
type OrderName = keyof typeof orders

export type ListParams = {
  search: string
  category: DocumentCategory | ''
  kind: DocumentKind | ''
  /** The id of a folder, or `none`. */
  folder: string
  order: OrderName
}

const isOneOf = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  names.some((name) => name === text)

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of constants
const kinds = Object.keys(kindLabels) as DocumentKind[]
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of constants
const orderNames = Object.keys(orders) as OrderName[]

const FOLDER = /^(?:none|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** What the address says; anything unknown in it counts as left out. */
export function readListParams(raw: Record<string, unknown>): ListParams {
  const [category, kind, order] = [textOf(raw.category), textOf(raw.kind), textOf(raw.order)]
  const folder = textOf(raw.folder)
  return {
    search: textOf(raw.search),
    category: isOneOf(DOCUMENT_CATEGORIES, category) ? category : '',
    kind: isOneOf(kinds, kind) ? kind : '',
    folder: FOLDER.test(folder) ? folder : '',
    order: isOneOf(orderNames, order) ? order : '',
  }
}

/** The same, as the server is asked. */
export function filterOf({ search, category, kind, folder, order }: ListParams): DocumentsFilter {
  const { sort, order: direction } = orders[order]
  return {
    search: search || undefined,
    category: category || undefined,
    kind: kind || undefined,
    folder: folder || undefined,
    pinned_first: 'true',
    sort,
    order: direction,
  }
}
