/**
 * Whether an object in a JSON text has a member twice: of two values under one name JSON.parse keeps the last,
 * and whoever looked before saw the first.
 * @param value what JSON.parse made of the text
 */
export const saysTwice = (json: string, value: unknown): boolean =>
  membersIn(json) !== membersOf(value)

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

/** How many members the objects in a JSON text have as written: one for each colon outside strings. */
function membersIn(json: string): number {
  let members = 0
  let quoted = false
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at)
    if (char === QUOTE) quoted = !quoted
    else if (quoted && char === BACKSLASH) at += 1
    else if (!quoted && char === COLON) members += 1
  }
  return members
}

/** How many members the objects in a value have. Without recursion, which deep lists would exhaust. */
function membersOf(value: unknown): number {
  let members = 0
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const inner: unknown[] = Object.values(next)
    if (!Array.isArray(next)) members += inner.length
    for (const one of inner) open.push(one)
  }
  return members
}
