import { ApiError } from './api-error.ts'

const MEGABYTE = 1024 * 1024

/** `1.25 MB`: documents alone are measured in MB with two decimals (spec.md, section 9); a tiny file isn't nothing. */
export function megabytes(bytes: number): string {
  const rounded = (bytes / MEGABYTE).toFixed(2)
  return bytes > 0 && rounded === '0.00' ? '< 0.01 MB' : `${rounded} MB`
}

/** The limit as people say it: `1 GB`, `50 MB`. */
export const limitOf = (bytes: number) =>
  bytes % (1024 * MEGABYTE) === 0
    ? `${bytes / (1024 * MEGABYTE)} GB`
    : `${Math.floor(bytes / MEGABYTE)} MB`

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** About how much: `812 bytes`, `4.2 MB`, `72 GB`; for all that is no document. */
export function roughSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1000)), 4)
  const value = bytes / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}

/** The content as an address that an image element can show. @throws where it can't be read */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(blob)
  })
}

/** The browser's own way of saving: a link that is pressed for the person. */
export function saveAs(blob: Blob, name: string) {
  const link = globalThis.document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Some browsers read the address only after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

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
