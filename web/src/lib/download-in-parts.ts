import { ApiError } from './api-error.ts'

const PART_BYTES = 16 * 1024 * 1024
const TRIES = 4
const PAUSE_MS = 1500

/**
 * Fetches a large file part by part: where the connection breaks, only that part is fetched again.
 * @param file.size its length in bytes, as its row says
 */
export async function downloadInParts(
  fetchPart: (headers: { Range: string }) => Promise<{ blob: Blob }>,
  file: { size: number; onProgress: (share: number) => void },
): Promise<Blob> {
  const { size, onProgress } = file
  const parts: Blob[] = []
  for (let start = 0; start < size; start += PART_BYTES) {
    const end = Math.min(start + PART_BYTES, size) - 1
    const Range = `bytes=${start}-${end}`
    const part = await untilItComes(() => fetchPart({ Range }))
    if (part.size !== end - start + 1) throw new ApiError('The file has changed meanwhile', 0)
    parts.push(part)
    onProgress((end + 1) / size)
  }
  return new Blob(parts)
}

async function untilItComes(fetchPart: () => Promise<{ blob: Blob }>): Promise<Blob> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { blob } = await fetchPart()
      return blob
    } catch (error) {
      // A refusal stays one, and so does a fault of the server; a broken line is worth another try.
      const isBroken = !(error instanceof ApiError) || error.status === 0 || error.status > 500
      if (!isBroken || attempt === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt))
    }
  }
}
