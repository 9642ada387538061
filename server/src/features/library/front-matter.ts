import { z } from 'zod'

const Source = z.object({ text: z.string().min(1), url: z.url({ protocol: /^https$/ }).nullable() })

const FrontMatter = z.strictObject({
  title: z.string().min(1),
  summary: z.string().min(1),
  category: z.string().min(1),
  checked: z.iso.date(),
  /** Of a training. */
  minutes: z.coerce.number().int().min(1).optional(),
  sources: z.array(Source),
})
export type FrontMatter = z.infer<typeof FrontMatter>

const WHOLE = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/

/**
 * What stands between the two lines of `---` at the beginning of a text, and the text below it. Of YAML it
 * knows `name: a line` and a list of sources, `- text | address`, and nothing else.
 * @throws Error where a line is not of that form, or a name is missing or unknown
 */
export function readFrontMatter(file: string): { about: FrontMatter; body: string } {
  const [, head, body] = WHOLE.exec(file.replaceAll('\r\n', '\n')) ?? []
  if (head === undefined || body === undefined) throw new Error('It begins with no front matter')
  const fields: Record<string, unknown> = {}
  const sources: { text: string; url: string | null }[] = []
  for (const line of head.split('\n')) {
    const [, item] = /^\s+- (.+)$/.exec(line) ?? []
    const [, name, value] = /^(\w+):\s*(.*)$/.exec(line) ?? []
    if (item !== undefined) sources.push(sourceOf(item))
    else if (name !== undefined) fields[name] = name === 'sources' ? sources : value
    else throw new Error(`Its front matter has a line that says nothing: ${line}`)
  }
  return { about: FrontMatter.parse(fields), body: body.trim() }
}

function sourceOf(item: string) {
  const [text = '', url] = item.split(' | ')
  return { text: text.trim(), url: url?.trim() ?? null }
}
