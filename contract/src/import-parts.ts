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

const ESCAPED = 0xe1_00

/** A heading is a title later, where Markdown is not read. */
const plainTitle = (title: string) =>
  title
    // What is written with a backslash marks nothing: it waits among private-use characters.
    .replaceAll(/\\([!-/:-@[-`{-~])/g, (_, mark: string) =>
      String.fromCodePoint(ESCAPED + mark.codePointAt(0)!),
    )
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|__|~~|`)/g, '')
    .replaceAll(/(^|\W)[*_](\S(?:.*?\S)?)[*_](?=\W|$)/g, '$1$2')
    .replaceAll(/[\uE120-\uE17F]/g, (mark) => String.fromCodePoint(mark.codePointAt(0)! - ESCAPED))
    .trim()

/**
 * The text of one part: its highest headings become the first level, so that none is skipped.
 * @param asText where in the whole text headings begin that stay what they were: bold lines
 */
export function textOfPart(
  markdown: string,
  { from, to }: { from: number; to: number },
  asText: ReadonlySet<number> = new Set(),
): string {
  const whole = markdown.slice(from, to)
  const text = whole.trim()
  const begins = from + whole.length - whole.trimStart().length
  const headings = headingsOf(text).map((heading) => ({
    ...heading,
    isText: asText.has(begins + heading.start),
  }))
  const levels = headings.filter(({ isText }) => !isText).map(({ level }) => level)
  const above = Math.min(...levels) - 1
  let made = ''
  let end = 0
  for (const { start, level, bodyStart, isText } of headings) {
    made += text.slice(end, start)
    if (isText) made += `**${text.slice(start + level, bodyStart).trim()}**\n`
    end = isText ? bodyStart : start + above
  }
  return (made + text.slice(end)).trimEnd()
}
