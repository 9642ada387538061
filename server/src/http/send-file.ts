import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange, FileStore } from '../platform/file-store.ts'
import { AppError, notFound } from './errors.ts'
import { matchesEtag } from './etag.ts'

export interface SentFile {
  key: string
  size: number
  sha256: string
  /** As somebody named it. */
  name: string
  type: string
  mime: string
}

/** What a browser may show by itself: pictures, and what its own viewer opens. */
const INLINE: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
}

/** Of these the page is told what they are; a page never is one. */
const NEUTRAL = 'application/octet-stream'

/**
 * Sends a file or the part of it that is asked for. Inline only where `preview` is set and its bytes
 * are of a kind that is shown; whatever it is, it runs nothing and loads nothing.
 * @throws AppError 404 where the file is gone, 416 for a range beyond its end
 */
export async function sendFile(
  { request, reply, files }: { request: FastifyRequest; reply: FastifyReply; files: FileStore },
  file: SentFile,
  { preview = false } = {},
): Promise<FastifyReply> {
  const inline = preview && Object.hasOwn(INLINE, file.type)
  const etag = `"${file.sha256}"`
  reply.headers({
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'Content-Disposition': disposition(inline ? 'inline' : 'attachment', file.name),
    'Content-Type': inline ? INLINE[file.type] : safeType(file.mime),
  })
  const { headers } = request
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
  const range = rangeOf(request, etag, file.size)
  if (range === 'beyond') {
    reply.header('Content-Range', `bytes */${file.size}`)
    throw withoutFile(
      reply,
      new AppError(416, 'range_not_satisfiable', 'This part is not in the file'),
    )
  }
  if (range) {
    reply.code(206)
    reply.header('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`)
  }
  reply.header('Content-Length', range ? range.end - range.start + 1 : file.size)
  const content = file.size === 0 ? Buffer.alloc(0) : await files.open(file.key, range)
  if (!content) throw withoutFile(reply, notFound('This file is no longer there'))
  return reply.send(content)
}

/** The type that the bytes have, but none that a browser runs. */
function safeType(mime: string): string {
  if (/html|xml|script|svg/i.test(mime)) return NEUTRAL
  return mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime
}

/** `Content-Disposition` for any name (RFC 6266 and 8187): plain letters for the old, all for others. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const line = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
  const plain = line
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/["\\%/]/g, '_')
    .trim()
  const encoded = encodeURIComponent(line).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${/^\.*\w/.test(plain) ? plain : 'download'}"; filename*=UTF-8''${encoded}`
}

/** One range; several at once, or those of another unit, are answered with everything (RFC 9110, 14.2). */
function rangeOf(
  request: FastifyRequest,
  etag: string,
  size: number,
): ByteRange | 'beyond' | undefined {
  const { range, 'if-range': ifRange } = request.headers
  if (typeof range !== 'string' || (ifRange !== undefined && ifRange !== etag)) return undefined
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  if (start >= size || (first === '' && Number(last) === 0)) return 'beyond'
  return { start, end }
}

/** An error is JSON, and no download. */
function withoutFile(reply: FastifyReply, error: AppError): AppError {
  for (const name of ['ETag', 'Content-Disposition', 'Content-Length', 'Accept-Ranges']) {
    reply.removeHeader(name)
  }
  return error
}
