import type { Handbook } from './blocks.ts'
import { readWholeText } from './whole-text.ts'

/** One that is not in this portal. */
const IMAGE = /!\[[^\]]*\]\((?!\/api\/v1\/pictures\/)[^)]*\)/

/** Markdown stays as it is. */
export async function readMarkdown(path: string): Promise<Handbook> {
  const markdown = (await readWholeText(path, 10)).replaceAll('\r\n', '\n')
  const notes = IMAGE.test(markdown)
    ? ['Pictures were not brought along: one on another site is shown as a link.']
    : []
  return { markdown, notes }
}
