import type { TrainingFile } from '@frontdesk/contract/trainings'

/** The address of a section's video or slide as this session opens it. */
export function addressOf(content: string, files: readonly TrainingFile[]): string {
  const file = files.find(({ path }) => path === content.trim())
  return file ? openable(file) : content.trim()
}

/** A section's text, with the addresses of its pictures as this session opens them. */
export function withFileUrls(source: string, files: readonly TrainingFile[]): string {
  return files.reduce((text, file) => text.replaceAll(file.path, openable(file)), source)
}

/** With its origin: cleaned Markdown keeps whole addresses only. */
const openable = (file: TrainingFile) => new URL(file.url, globalThis.location.origin).href
