import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Count, Page } from '../db/page.ts'

/** Rows of a list where the caller asks for no number. */
export const DEFAULT_LIMIT = 1000

/**
 * Sends a page as a plain array; `Link: rel="next"` leads on, `X-Total-Count` counts all that match, or, with
 * `X-Total-More: true`, as far as they are counted.
 */
export function sendPage<Row>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  page: Page<Row>,
  total?: number | Count,
): Row[] {
  if (page.next) {
    const next = new URL(request.url, 'http://localhost')
    next.searchParams.set('cursor', page.next)
    reply.header('Link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  if (total === undefined) return page.rows
  const count = typeof total === 'number' ? { total, more: false } : total
  reply.header('X-Total-Count', count.total)
  if (count.more) reply.header('X-Total-More', 'true')
  return page.rows
}
