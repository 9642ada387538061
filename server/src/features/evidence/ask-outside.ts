/** Whoever is asked outside answers within so long, and says no more than this. */
const LONGEST_MS = 20_000
const MOST_BYTES = 64 * 1024

export interface Answer {
  status: number
  type: string
  body: Buffer
}

/**
 * Posts to an address that the operator has named, and reads a short answer. It follows no redirection.
 * @throws with one sentence where nobody answers in time, or too much
 */
export async function askOutside(
  url: string,
  { body, type, accept }: { body: Uint8Array; type: string; accept: string },
  signal: AbortSignal,
): Promise<Answer> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'Content-Type': type, Accept: accept },
      body: Buffer.from(body),
      signal: bounded,
    })
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      body: await readBounded(response),
    }
  } catch (error) {
    if (error instanceof TooLongError) throw error
    if (bounded.aborted) throw new Error('It did not answer in time', { cause: error })
    throw new Error(`It can’t be reached (${reasonOf(error)})`, { cause: error })
  }
}

class TooLongError extends Error {}

async function readBounded(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    const bytes = part as Uint8Array
    size += bytes.length
    if (size > MOST_BYTES) throw new TooLongError('Its answer is too long')
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}

/** A code such as `ECONNREFUSED` where there is one: a message may name the address, with its password. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return 'no connection'
}
