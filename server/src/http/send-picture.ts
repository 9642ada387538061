import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileStore } from '../platform/file-store.ts'
import { notFound } from './errors.ts'
import { matchesEtag } from './etag.ts'

/** Kept by the browser, shown after the server has agreed again: people leave, and share computers. */
const ASK_AGAIN = 'private, no-cache'

/**
 * Sends a picture that this program made: they are all WebP. Its key never means another picture.
 * @param options.missing what the caller reads where there is none
 * @throws AppError 404
 */
export async function sendPicture(
  { request, reply, files }: { request: FastifyRequest; reply: FastifyReply; files: FileStore },
  key: string | null | undefined,
  { missing, cacheControl = ASK_AGAIN }: { missing: string; cacheControl?: string },
): Promise<FastifyReply> {
  if (!key) throw notFound(missing)
  const etag = `"${key}"`
  const isKnown = matchesEtag(request.headers['if-none-match'], etag)
  const content = isKnown ? null : await files.read(key)
  if (!isKnown && !content) throw notFound(missing)
  reply.headers({ ETag: etag, 'Cache-Control': cacheControl, Vary: 'Authorization' })
  return content ? reply.type('image/webp').send(content) : reply.code(304).send()
}
