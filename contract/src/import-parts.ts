/** A heading of a Markdown text. */
export interface Heading {
  /** 1 to 6. */
  level: number
  /** Without what makes it bold or a link. */
  title: string
  /** Where its line begins in the text, in UTF-16 code units. */
  start: number
  /** Where what is below it begins. */
  bodyStart: number
}

/** A longer line is no heading, whatever it begins with: looking at it would take minutes. */
const LONGEST_LINE = 1000
const HEADING = /^(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** The headings of a Markdown text in their order; those in code are none. */
export function headingsOf(markdown: string): Heading[] {
  const found: Heading[] = []
  let fence = ''
  let start = 0
  while (start < markdown.length) {
    const end = markdown.indexOf('\n', start)
    const next = end < 0 ? markdown.length : end + 1
    const line = markdown.slice(start, end < 0 ? undefined : end).replace(/\r$/, '')
    const [, mark] = FENCE.exec(line) ?? []
    if (mark !== undefined && (fence === '' || line.trim().startsWith(fence))) {
      fence = fence === '' ? mark : ''
    }
    const [, hashes, title] =
      (fence === '' && line.length <= LONGEST_LINE && HEADING.exec(line)) || []
    if (hashes !== undefined && title !== undefined) {
      found.push({ level: hashes.length, title: plainTitle(title), start, bodyStart: next })
    }
    start = next
  }
  return found
}

/** A heading is a title later, where Markdown is not read. */
const plainTitle = (title: string) =>
  title
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|__|~~|`)/g, '')
    .replaceAll(/(^|\W)[*_](\S(?:.*?\S)?)[*_](?=\W|$)/g, '$1$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim()

/** The text of one part: its highest headings become the first level, so that none is skipped. */
export function textOfPart(markdown: string, { from, to }: { from: number; to: number }): string {
  const text = markdown.slice(from, to).trim()
  const headings = headingsOf(text)
  const above = Math.min(...headings.map(({ level }) => level)) - 1
  if (headings.length === 0 || above === 0) return text
  let made = ''
  let end = 0
  for (const { start } of headings) {
    made += text.slice(end, start)
    end = start + above
  }
  return made + text.slice(end)
}
