import { SEARCH_TYPES } from '@frontdesk/contract/items'
import { canEditDrafts } from '@frontdesk/contract/permissions'
import type { SearchResult, SearchResults, SearchType } from '@frontdesk/contract/search'
import {
  compareByCodePoint,
  type Field,
  foldWithOrigins,
  itemScore,
  LEAST,
  likeness,
  normalise,
  placeOf,
  queryOf,
  wordPlacesOf,
  wordsOf,
} from '@frontdesk/contract/search-scoring'
import type { CurrentUser } from '@frontdesk/contract/users'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Answer } from '#web/lib/call-types.ts'
import { call } from '#web/lib/call.ts'
import type { RecentItem } from './recent-pages.ts'

/** As the specification sets it for every search while typing. */
const DEBOUNCE_MS = 300
/** Of each type; the best of several types have to fit into a short list. */
const LIMIT = 5
const MOST_DRAFTS = 200

const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => call('POST /search', { signal, body: { query: text, limit: LIMIT } }),
    enabled: text !== '',
    // What is known is shown at once, and asked for again all the same.
    staleTime: 0,
    // Whoever types on asks anew by that; the failure is told at once.
    retry: false,
    placeholderData: keepPreviousData,
  })

/** What is found for a text, or what is known to fit while the server is asked. */
export function useSearch(text: string, recent: RecentItem[] = []) {
  const wanted = normalise(text)
  const asked = useDebounced(wanted)
  const client = useQueryClient()
  const query = useQuery(searchQuery(asked))
  const isAnswered = wanted === asked && !query.isPlaceholderData && query.data !== undefined
  const known = isAnswered ? query.data : knownFor(client, wanted, recent)
  const settled = wanted === asked && !query.isPlaceholderData && !query.isPending
  return {
    results: known ?? query.data,
    /** Whether these fit the text; else they are those of the text before. */
    isFitting: known !== undefined,
    /** Whether these are the server's words on this very text. */
    isSettled: settled,
    error: wanted === asked ? query.error : null,
  }
}

const none: Answer<'GET /chat/search'> = []

/** Conversations of the person's whose titles are like a text. */
export function useChatsFound(text: string) {
  const asked = useDebounced(normalise(text))
  const { data = none } = useQuery({
    queryKey: ['chats', 'search', asked],
    queryFn: ({ signal }) =>
      call('GET /chat/search', { signal, query: { query: asked, limit: LIMIT } }),
    enabled: asked !== '',
    retry: false,
    placeholderData: keepPreviousData,
  })
  return asked === '' ? none : data
}

/** Drafts whose title has the text; the person's own where there is none. Nobody but who may edit has any. */
export function useDrafts(text: string, user: CurrentUser): RecentItem[] {
  const { data = [] } = useQuery({
    queryKey: ['drafts', 'titles'],
    queryFn: ({ signal }) => call('GET /drafts', { signal, query: { limit: MOST_DRAFTS } }),
    enabled: canEditDrafts(user),
    retry: false,
  })
  const wanted = normalise(text)
  return data
    .filter(({ title, created_by: author }) =>
      wanted === '' ? author === user.id : normalise(title).includes(wanted),
    )
    .map(({ id, title, kind }) => ({
      id,
      type: 'drafts' as const,
      title: title || `Untitled ${kind}`,
      subtitle: kind === 'policy' ? 'Draft of a policy' : 'Draft of a training',
    }))
    .slice(0, LIMIT)
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text === '' ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

/** An earlier answer to this text, or what of all that this browser has seen fits it. */
function knownFor(
  client: QueryClient,
  text: string,
  recent: RecentItem[],
): SearchResults | undefined {
  if (text === '') return undefined
  const earlier = client.getQueryData(searchQuery(text).queryKey)
  if (earlier) return earlier
  const found = rankSeen(text, itemsSeen(client, recent), LIMIT)
  return Object.values(found).some((items) => items.length > 0) ? found : undefined
}

/** The groups that have something, that with the best result first. */
export function groupsOf(
  results: SearchResults,
): { type: SearchResult['type']; items: SearchResult[] }[] {
  return Object.values(results)
    .filter((items) => items.length > 0)
    .map((items) => ({ type: items[0]!.type, items }))
    .toSorted((a, b) => b.items[0]!.score - a.items[0]!.score)
}

/** Something that this browser has shown, with what of it can be searched. */
interface ItemSeen {
  type: SearchType
  id: string
  title: string
  subtitle: string
  texts: Partial<Record<Field, string>>
}

/** Second words of the keys of queries whose rows are items. */
const LISTS = new Set<unknown>(['list', 'listed', 'directory', 'team', 'options', 'linkable'])
const isItem = (type: string): type is SearchType => SEARCH_TYPES.some((known) => known === type)

/** Whatever lists, earlier answers and the items opened of late hold, each item once. */
function itemsSeen(client: QueryClient, recent: RecentItem[]): ItemSeen[] {
  const seen = new Map<string, ItemSeen>()
  const add = (item: ItemSeen) => {
    const key = `${item.type} ${item.id}`
    if (!seen.has(key)) seen.set(key, item)
  }
  // What the lists say comes first: they have all fields of an item, an answer only its two lines.
  for (const type of SEARCH_TYPES) {
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
function rankSeen(text: string, items: ItemSeen[], limit: number): SearchResults {
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

/** A piece of a text, and whether it is what was looked for. */
export interface Piece {
  text: string
  isHit: boolean
}

/** The pieces of a text, with what matches the query marked; one piece where nothing does. */
export function highlight(text: string, query: string): Piece[] {
  const q = normalise(query)
  const { folded, origins } = foldWithOrigins(text)
  if (q === '') return [{ text, isHit: false }]
  const marks = new Uint8Array(text.length)
  const mark = (from: number, to: number) => {
    marks.fill(1, origins[from], origins[to] ?? text.length)
  }
  const whole = placeOf(folded, q)
  if (whole >= 0) mark(whole, whole + q.length)
  else for (const word of wordsOf(q)) markWord(folded, word, mark)
  return piecesOf(text, marks)
}

function markWord(text: string, word: string, mark: (from: number, to: number) => void) {
  const at = placeOf(text, word)
  if (at >= 0) {
    mark(at, at + word.length)
    return
  }
  const term = queryOf(word)
  for (const other of wordPlacesOf(text)) {
    if (likeness(term, other.word) > 0) mark(other.index, other.index + other.word.length)
  }
}

function piecesOf(text: string, marks: Uint8Array): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < text.length; at += 1) {
    const isHit = marks[at] === 1
    const last = pieces.at(-1)
    if (last?.isHit === isHit) last.text += text[at]!
    else pieces.push({ text: text[at]!, isHit })
  }
  return pieces
}
