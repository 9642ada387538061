import type { DocumentKind } from '@frontdesk/contract/documents'

const MEGABYTE = 1024 * 1024

/** `1.25 MB`: documents are measured in MB with two decimals (spec.md, section 9). */
export const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(2)} MB`

/** The limit as people say it: `1 GB`, `50 MB`. */
export const limitOf = (bytes: number) =>
  bytes % (1024 * MEGABYTE) === 0
    ? `${bytes / (1024 * MEGABYTE)} GB`
    : `${Math.floor(bytes / MEGABYTE)} MB`

/** `PDF`; a file whose type nobody knows is just a file. */
export const typeLabel = (type: string) => (type === 'bin' ? 'File' : type.toUpperCase())

export const kindLabels: Record<DocumentKind, string> = {
  pdf: 'PDF',
  image: 'Pictures',
  text: 'Texts',
  sheet: 'Spreadsheets',
  slides: 'Presentations',
  other: 'Other files',
}

/** `Lease 2031.pdf` → `Lease 2031` (spec.md, section 5). */
export function titleFrom(fileName: string): string {
  const bare = fileName.replace(/(?<=[^.])\.[^.\s]{1,12}$/, '')
  return bare.trim().slice(0, 200)
}
