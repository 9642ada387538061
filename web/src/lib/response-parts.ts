/** The body if it is a JSON object; empty for anything else, such as a proxy's error page. */
export async function jsonObjectOf(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}

/** The cursor of the next page in a `Link` header; null where there is none. */
export function cursorOf(link: string | null): string | null {
  const next = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1]
  return next ? new URL(next, 'http://front.desk').searchParams.get('cursor') : null
}

/** The name that a `Content-Disposition` header gives a file (RFC 6266). */
export function filenameOf(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1]
}

/** The seconds in a `Retry-After` header, which may also be a date. */
export function secondsToWait(retryAfter: string | null, now = Date.now()): number | undefined {
  if (!retryAfter) return undefined
  const seconds = Number(retryAfter)
  const wait = Number.isNaN(seconds) ? (Date.parse(retryAfter) - now) / 1000 : seconds
  return wait > 0 ? Math.ceil(wait) : undefined
}
