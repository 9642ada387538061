import type { DocumentKind } from '@frontdesk/contract/documents'

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
