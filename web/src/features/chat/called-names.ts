/** A block between fences, also one without an end; one that is set in; words between backticks. */
const CODE = [
  String.raw`^ {0,3}(?<fence>\x60{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\k<fence>)[^\n]*)*(?:\n[^\n]*)?`,
  String.raw`(?<![^\n]\n)^(?: {4}|\t)[^\n]*(?:\n(?: {4}|\t)[^\n]*)*`,
  String.raw`(?<!\x60)(?<ticks>\x60+)(?!\x60)[^]*?(?<!\x60)\k<ticks>(?!\x60)`,
].join('|')

/** Makes the names stand out that were called upon, in Markdown; code stays as it was written. */
export function withMentions(body: string, names: string[], everyone: boolean): string {
  const called = [...names, ...(everyone ? ['everyone'] : [])].toSorted(
    (a, b) => b.length - a.length,
  )
  if (called.length === 0) return body
  const escaped = called.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const call = String.raw`(?<![\p{L}\p{N}_@*])@(?:${escaped.join('|')})(?![\p{L}\p{N}_])`
  return body.replaceAll(new RegExp(`${CODE}|${call}`, 'gimu'), (found) =>
    found.startsWith('@') ? `**${found}**` : found,
  )
}
