import type { Manifest } from '../platform/backup-manifest.ts'

/** How many files a backup has, for people. */
export function filesOf({ files }: Manifest): string {
  return files.length === 1 ? '1 file' : `${files.length} files`
}
