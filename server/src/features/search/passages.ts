/** The passages that results show where what was looked for stands in a body and nowhere else. */
import {
  containedScore,
  foldWithOrigins,
  likeness,
  type Query,
  placeOf,
  type Term,
  wordsOf,
} from '@frontdesk/contract/search-scoring'
import type { SearchType } from '@frontdesk/contract/search'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { searchSources } from './sources/all.ts'
import type { TypeIndex } from './type-index.ts'

/** Characters of a passage before and after what was found. */
const BEFORE = 60
const AFTER = 110
/** Characters that are read around the place where the index has it. */
const AROUND = 1500

/** Where in a body something stands: the index has it normalised, which is a little shorter. */
export interface PassagePlace {
  /** Normalised. */
  text: string
  /** From 0 for the start of the body to 1 for its end. */
  share: number
}

/** The first of what was looked for that an item has in its body only; null where there is none. */
export function findPassage(index: TypeIndex, query: Query, slot: number): PassagePlace | null {
  const fields = index.fields.filter(({ isLong }) => !isLong).map((field) => field.textAt(slot))
  const body = index.fields.find(({ isLong }) => isLong)?.textAt(slot) ?? ''
  const isElsewhere = (term: Term) => fields.some((text) => has(text, term))
  // Words that stand together are shown together.
  const whole = body.includes(query.text)
  const terms = query.words.length > 0 ? query.words : [query]
  for (const term of terms) {
    if (isElsewhere(term) || !body.includes(term.text)) continue
    const { text } = whole ? query : term
    return { text, share: placeOf(body, text) / body.length }
  }
  return null
}

const has = (text: string, term: Term) =>
  containedScore(text, term.text) > 0 ||
  likeness(term, text) > 0 ||
  wordsOf(text).some((word) => likeness(term, word) > 0)

/** The passages of those items that have a place for one, by id, as people wrote them. */
export async function readSnippets(
  db: Db,
  type: SearchType,
  items: { id: string; passage: PassagePlace | null }[],
): Promise<Map<string, string>> {
  const places = items.flatMap(({ id, passage }) => (passage ? [{ id, ...passage }] : []))
  const body = searchSources.find((source) => source.type === type)?.body
  if (places.length === 0 || !body) return new Map()
  const { rows } = await sql<{ id: string; text: string; is_start: boolean; is_end: boolean }>`
    select
      place.id,
      substr(whole.text, cut.start + 1, ${2 * AROUND}) as text,
      cut.start = 0 as is_start,
      cut.start + ${2 * AROUND} >= length(whole.text) as is_end
    from unnest(
      ${places.map(({ id }) => id)}::uuid[],
      ${places.map(({ share }) => share)}::float8[]
    ) as place (id, share)
    cross join lateral (select ${body(sql`place.id`)} as text) as whole
    cross join lateral (
      select greatest(0, (place.share * length(whole.text))::int - ${AROUND}) as start
    ) as cut
    where whole.text is not null
  `.execute(db)
  const found = new Map<string, string>()
  for (const { id, text, is_start: isStart, is_end: isEnd } of rows) {
    const wanted = places.find((place) => place.id === id)!.text
    const snippet = cutOut(text, wanted, { isStart, isEnd })
    if (snippet) found.set(id, snippet)
  }
  return found
}

/** Whole words around the first match; null where the text has been changed since. */
function cutOut(
  text: string,
  wanted: string,
  { isStart, isEnd }: { isStart: boolean; isEnd: boolean },
): string | null {
  const plain = text.replaceAll(/[*_`#|>~]+/g, '')
  // Marks of Markdown are left out unless they are what was looked for.
  for (const shown of [plain, text]) {
    const { folded, origins } = foldWithOrigins(shown)
    const at = placeOf(folded, wanted)
    if (at < 0) continue
    const from = wordBefore(shown, origins[at]! - BEFORE)
    const to = wordAfter(shown, (origins[at + wanted.length] ?? shown.length) + AFTER)
    const passage = shown.slice(from, to).replaceAll(/\s+/g, ' ').trim()
    const isFirst = isStart && from === 0
    const isLast = isEnd && to === shown.length
    return `${isFirst ? '' : '… '}${passage.toWellFormed()}${isLast ? '' : ' …'}`
  }
  return null
}

function wordBefore(text: string, at: number): number {
  if (at <= 0) return 0
  const space = text.slice(at, at + BEFORE / 2).search(/\s/)
  return space < 0 ? at : at + space
}

function wordAfter(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.slice(at - AFTER / 2, at).search(/\s\S*$/)
  return space < 0 ? at : at - AFTER / 2 + space
}
