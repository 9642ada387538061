import { z } from 'zod'
import { SEARCH_MAX, SEARCH_MOST } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { id, text } from './fields.ts'
import { SEARCH_TYPES } from './items.ts'

export const SearchType = z.enum(SEARCH_TYPES)
export type SearchType = z.infer<typeof SearchType>

export const SearchResult = z.object({
  id,
  type: SearchType,
  title: z.string(),
  subtitle: z.string().describe('A line that tells it from others of its name; may be empty.'),
  score: z.number().describe('30 to 100, with one decimal.'),
  snippet: z
    .string()
    .optional()
    .describe('The passage around the first match, where only the body of the text has it.'),
})
export type SearchResult = z.infer<typeof SearchResult>

/** The best of each type come first; a type of which nothing is found has an empty list. */
export const SearchResults = z.object({
  users: z.array(SearchResult),
  policies: z.array(SearchResult),
  processes: z.array(SearchResult),
  documents: z.array(SearchResult),
  trainings: z.array(SearchResult),
  tests: z.array(SearchResult),
})
export type SearchResults = z.infer<typeof SearchResults>

const limit = z.int().min(1).max(SEARCH_MOST)

export const searchEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/search',
    access: 'user',
    summary: 'What the caller may open and what matches, by type. Nothing for a blank query.',
    query: z.object({
      query: text(SEARCH_MAX).default(''),
      limit: z.coerce.number().pipe(limit).default(SEARCH_MOST).describe('Of each type.'),
    }),
    response: SearchResults,
  }),
  searchByPost: endpoint({
    method: 'POST',
    path: '/search',
    access: 'user',
    summary: 'The same, with the query in the body, where no log of addresses keeps it.',
    changesNothing: true,
    body: z.object({ query: text(SEARCH_MAX), limit: limit.default(SEARCH_MOST) }),
    response: SearchResults,
  }),
  refreshSearch: endpoint({
    method: 'POST',
    path: '/search/refresh',
    access: 'admin',
    summary: 'Reads everything anew on every server. The search stays up to date without it.',
  }),
}
