const MEGABYTE = 1024 * 1024

/** `1.25 MB`: documents are measured in MB with two decimals (spec.md, section 9); a tiny file isn't nothing. */
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

/** About how much: `812 bytes`, `4.2 MB`, `72 GB`. */
export function roughSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1000)), 4)
  const value = bytes / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}
