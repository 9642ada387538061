import {
  searchEndpoints,
  type SearchResult,
  type SearchResults,
  SearchType,
} from '@frontdesk/contract/search'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/caller.ts'
import { AppError } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import { holdOwnSession } from '../../http/session.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { Listener } from '../../platform/listen.ts'
import { publish } from '../../platform/publish.ts'
import type { Services } from '../../services.ts'
import { readSnippets } from './passages.ts'
import { SearchFeed } from './search-feed.ts'
import { SearchIndex } from './search-index.ts'
import type { Found } from './search-type.ts'
import { searchSources } from './sources/all.ts'

/** A start with very much to read may take longer; then it is better to say so. */
const READY_WITHIN_MS = 3000

/** @returns how far this server's index is */
export function searchRoutes(
  api: FastifyInstance,
  mount: Mount,
  { services, listener }: { services: Services; listener: Listener },
): () => SearchFeed['state'] {
  const index = new SearchIndex()
  const { db } = services
  const feed = new SearchFeed(index, { db, log: api.log, listener, sources: searchSources })
  api.addHook('onClose', () => feed.stop())

  async function find(actor: SignedIn, query: string, limit: number): Promise<SearchResults> {
    if (!(await feed.isReady(READY_WITHIN_MS))) throw stillReading()
    const found = index.search(query, { limit, admin: actor.role === 'admin' })
    const answer = await Promise.all(
      SearchType.options.map(async (type) => [type, await present(type, found[type])]),
    )
    return Object.fromEntries(answer) as SearchResults
  }

  async function present(type: SearchType, items: Found[]): Promise<SearchResult[]> {
    const snippets = await readSnippets(db, type, items)
    return items.map(({ id, title, subtitle, score }) => {
      const snippet = snippets.get(id)
      return {
        id,
        type,
        title,
        subtitle,
        score: Math.round(score * 10) / 10,
        ...(snippet && { snippet }),
      }
    })
  }

  mount(searchEndpoints.search, async ({ actor, query }) => find(actor, query.query, query.limit))

  mount(searchEndpoints.searchByPost, async ({ actor, body }) =>
    find(actor, body.query, body.limit),
  )

  mount(
    searchEndpoints.refreshSearch,
    async (call) => {
      await inTransaction(call.db, async (tx) => {
        await holdOwnSession(tx, call.actor)
        await recordAudit(tx, call, { action: 'search.refreshed' })
        await publish(tx, { keys: [], refreshSearch: true })
      })
      await feed.readAgain()
    },
    {
      ownTransactions:
        'every server reads anew after the commit, and the caller waits for this one',
    },
  )
  return () => feed.state
}

const stillReading = () =>
  new AppError(
    503,
    'search_starting',
    'The search is still getting ready. Please try again soon.',
    {
      retryAfter: 2,
    },
  )
