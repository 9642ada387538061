const MOST_WORDS = 10

/**
 * A search as PostgreSQL reads it: all of the words, each of which may go on. Its parser keeps `ann@x.com`,
 * `policy.pdf`, `12.5` and addresses of pages as one word, and reads `-11` in `2026-11-22`; so each is looked for
 * whole and in its parts. Null without a letter or digit.
 */
export function wantedWords(query: string): string | null {
  const wanted = query
    .toLowerCase()
    .replaceAll(/[a-z]+:\/\//g, ' ')
    .split(/\s+/u)
    .map(anyFormOf)
    .filter((form) => form !== '')
  return wanted.length === 0 ? null : wanted.slice(0, MOST_WORDS).join(' & ')
}

function anyFormOf(typed: string): string {
  const parts = typed.match(/[\p{L}\p{N}]+/gu)?.slice(0, MOST_WORDS) ?? []
  if (parts.length === 0) return ''
  const inParts = parts.map(startingWith).join(' & ')
  if (parts.length === 1) return `(${inParts})`
  // Marks around it are the sentence's; a path begins with one of its own.
  const whole = typed.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const path = whole.includes('/') ? ` | ${quoted(`/${whole}`)}` : ''
  return `(${inParts} | ${startingWith(whole)}${path})`
}

const startingWith = (word: string) =>
  /^\p{N}/u.test(word) ? `(${quoted(word)} | ${quoted(`-${word}`)})` : quoted(word)

const quoted = (word: string) => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}':*`
