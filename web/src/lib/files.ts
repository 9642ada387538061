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
