import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip as gzipWithCallback, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from './etag.ts'

const gzip = promisify(gzipWithCallback)

/** What fits into one packet anyway gains nothing. */
const WORTH_COMPRESSING = 1400
/** Up to here compressing takes a tenth of a millisecond: less than having another thread do it. */
const COMPRESSED_HERE = 64_000
const LEVEL = { level: constants.Z_BEST_SPEED }

/**
 * Sends a list: 304 where the caller has this very answer already, else compressed where that pays. A
 * list holds no secrets, and nobody's page can have another's browser ask for it, which takes a token in
 * a header: its length tells nothing (BREACH). Answers that carry tokens are not sent by this.
 */
export async function sendListAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || reply.statusCode !== 200) return payload
  // Of the content: weak, since it may be sent compressed or not.
  const tag = `"${createHash('sha1').update(payload).digest('base64url')}"`
  reply.header('ETag', `W/${tag}`)
  reply.header('Vary', 'Accept-Encoding')
  if (matchesEtag(request.headers['if-none-match'], tag)) {
    reply.code(304)
    return ''
  }
  if (payload.length < WORTH_COMPRESSING || !takesGzip(request)) return payload
  reply.header('Content-Encoding', 'gzip')
  return payload.length <= COMPRESSED_HERE ? gzipSync(payload, LEVEL) : gzip(payload, LEVEL)
}

/** Whether the caller names gzip, and not as what it refuses (RFC 9110, 12.5.3). */
function takesGzip({ headers }: FastifyRequest): boolean {
  const named = headers['accept-encoding']?.match(/(?:^|[\s,])gzip\s*(;[^,]*)?/i)
  return Boolean(named) && !/q=0(?:\.0*)?\s*$/i.test(named?.[1] ?? '')
}
