import type { SearchResult, SearchResults, SearchType } from '@frontdesk/contract/search'
import {
  compareByCodePoint,
  type Field,
  itemScore,
  LEAST,
  normalise,
  queryOf,
} from '@frontdesk/contract/search-scoring'
import type { QueryClient } from '@tanstack/react-query'
import type { RecentItem } from './recent-items.ts'

/** Something that this browser has shown, with what of it can be searched. */
export interface ItemSeen {
  type: SearchType
  id: string
  title: string
  subtitle: string
  texts: Partial<Record<Field, string>>
}

/** Second words of the keys of queries whose rows are items. */
const LISTS = new Set<unknown>(['list', 'listed', 'directory', 'team', 'options', 'linkable'])
const TYPES: SearchType[] = ['users', 'policies', 'processes', 'documents', 'trainings', 'tests']
const isItem = (type: string): type is SearchType => TYPES.some((known) => known === type)

/** Whatever lists, earlier answers and the items opened of late hold, each item once. */
export function itemsSeen(client: QueryClient, recent: RecentItem[]): ItemSeen[] {
  const seen = new Map<string, ItemSeen>()
  const add = (item: ItemSeen) => {
    const key = `${item.type} ${item.id}`
    if (!seen.has(key)) seen.set(key, item)
  }
  // What the lists say comes first: they have all fields of an item, an answer only its two lines.
  for (const type of TYPES) {
    for (const [key, data] of client.getQueriesData({ queryKey: [type] })) {
      if (!LISTS.has(key[1])) continue
      for (const row of rowsOf(data)) add(seenIn(type, row))
    }
  }
  for (const [, answer] of client.getQueriesData<SearchResults>({ queryKey: ['search'] })) {
    for (const result of Object.values(answer ?? {}).flat()) add(seenAsResult(result))
  }
  for (const { type, ...item } of recent) if (isItem(type)) add(seenAsResult({ ...item, type }))
  return [...seen.values()]
}

/** The best of each type, scored and ordered as the server does, but for what stands in bodies. */
export function rankSeen(text: string, items: ItemSeen[], limit: number): SearchResults {
  const query = queryOf(normalise(text))
  const found: SearchResults = {
    users: [],
    policies: [],
    processes: [],
    documents: [],
    trainings: [],
    tests: [],
  }
  const scored = items
    .map(({ texts, ...item }) => ({ ...item, score: itemScore(texts, query) }))
    .filter(({ score }) => score >= LEAST)
    .sort(
      (a, b) => b.score - a.score || compareByCodePoint(a.title, b.title) || (a.id < b.id ? -1 : 1),
    )
  for (const item of scored) if (found[item.type].length < limit) found[item.type].push(item)
  return found
}

type Row = { id: string } & Record<string, unknown>

/** The rows of a list, or of the pages of one. */
function rowsOf(data: unknown): Row[] {
  if (Array.isArray(data)) return data.filter(isRow)
  if (!isObject(data)) return []
  if (Array.isArray(data.pages)) return data.pages.flatMap(rowsOf)
  return rowsOf(data.data)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isRow = (value: unknown): value is Row =>
  isObject(value) && typeof value.id === 'string' && Boolean(titleOf(value))

const wordsIn = (value: unknown) => (typeof value === 'string' ? value : '')
const titleOf = (row: Record<string, unknown>) => wordsIn(row.name) || wordsIn(row.title)

function seenIn(type: SearchType, row: Row): ItemSeen {
  const [description, email, role] = [row.description, row.email, row.role].map(wordsIn)
  const [category = '', folder] = [row.category, row.folder_name].map(wordsIn)
  const texts = type === 'users' ? { email, role } : { description, category, folder }
  const subtitle =
    type === 'users'
      ? [wordsIn(row.title) || role, email].filter(Boolean).join(' · ')
      : description || category
  return withTexts({ type, id: row.id, title: titleOf(row), subtitle: subtitle ?? '' }, texts)
}

function seenAsResult({
  type,
  id,
  title,
  subtitle,
}: Omit<SearchResult, 'score' | 'snippet'>): ItemSeen {
  return withTexts({ type, id, title, subtitle }, { description: subtitle })
}

function withTexts(
  item: Omit<ItemSeen, 'texts'>,
  texts: Partial<Record<Field, string | undefined>>,
): ItemSeen {
  const all = Object.entries({ title: item.title, ...texts })
  return {
    ...item,
    texts: Object.fromEntries(all.map(([field, text]) => [field, normalise(text ?? '')])),
  }
}
