import type { Line } from './invitations.api.ts'

const EMAIL_HEADER = /^e-?mail( ?address)?$/i
const NAME_HEADER = /^(full |display )?name$/i
const FIRST_HEADER = /^(first|given) ?name$/i
const LAST_HEADER = /^(last|family) ?name$|^surname$/i
const ROLE_HEADER = /^role$/i
const ROLE = /^(agent|manager|admin)$/i
/** What follows a comma in a name without being a first name. */
const SUFFIX = /^(jr|sr|ii|iii|iv|esq|md|phd)\.?$/i

/**
 * People to invite, as pasted from a mail program or read from a CSV file: any number a line, with names
 * and a role where they are given. What is no address stays in the list, so that nothing is dropped
 * without a word; whether something is an address or a role is the server's to say.
 */
export function readLines(text: string, defaultRole: string): Line[] {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map(cellsOf)
    .filter((cells) => cells.some((cell) => cell !== ''))
  const header = rows[0]?.map(unquoted)
  const columnOf = (title: RegExp) => header?.findIndex((cell) => title.test(cell)) ?? -1
  const email = columnOf(EMAIL_HEADER)
  if (email === -1) return rows.flatMap((cells) => readCells(cells, defaultRole))
  const [name, first, last] = [columnOf(NAME_HEADER), columnOf(FIRST_HEADER), columnOf(LAST_HEADER)]
  const role = columnOf(ROLE_HEADER)
  return rows.slice(1).map((cells) => {
    const at = (column: number) => unquoted(cells[column] ?? '')
    const mailbox = mailboxesIn(cells[email] ?? '')[0] ?? { name: '', email: '' }
    const written = inOrder(at(name)) || [at(first), at(last)].filter(Boolean).join(' ')
    return lineOf({ ...mailbox, name: written || mailbox.name }, at(role) || defaultRole)
  })
}

/** A line without a header above it: addresses are what has an `@`. */
function readCells(cells: string[], defaultRole: string): Line[] {
  const filled = cells.filter((cell) => cell !== '')
  const addresses = filled.filter((cell) => cell.includes('@'))
  if (addresses.length === 1 && mailboxesIn(addresses[0]!).length === 1) {
    return [readPerson(filled, addresses[0]!, defaultRole)]
  }
  const lines: Line[] = []
  let isAfterAddress = false
  for (const cell of filled) {
    const last = lines.at(-1)
    if (last && isAfterAddress && ROLE.test(unquoted(cell))) last.role = unquoted(cell)
    else lines.push(...mailboxesIn(cell).map((mailbox) => lineOf(mailbox, defaultRole)))
    isAfterAddress = cell.includes('@')
  }
  return lines
}

/** One address; what stands beside it is the role, or the name in pieces. */
function readPerson(cells: string[], address: string, defaultRole: string): Line {
  const [mailbox] = mailboxesIn(address)
  const others = cells.filter((cell) => cell !== address).map(unquoted)
  const role = others.find((cell) => ROLE.test(cell))
  const names = others.filter((cell) => cell !== role)
  const { name, email } = mailbox!
  // `Okafor, Maya <maya@example.com>`, without the quotes that a mail program would write.
  if (name && names.length === 1 && cells.indexOf(address) === 1) {
    return lineOf({ name: inOrder(`${names[0]}, ${name}`), email }, role ?? defaultRole)
  }
  // Next to an address alone it can only be meant as a role; among names it has to be one.
  if (!name && !role && names.length === 1) return lineOf({ name: '', email }, names[0]!)
  return lineOf({ name: [...names, name].filter(Boolean).join(' '), email }, role ?? defaultRole)
}

const lineOf = ({ name, email }: Mailbox, role: string): Line => ({
  email,
  name: name.slice(0, 200),
  role,
})

type Mailbox = { name: string; email: string }

/** `Maya <maya@example.com>`, one or several, or bare addresses; the rest stands by itself. */
function mailboxesIn(cell: string): Mailbox[] {
  const found: Mailbox[] = []
  // A group, as in `Team: maya@example.com`, or a link.
  const bare = cell.replace(/^[^"<@:]*:\s*(?=\S)/, '')
  const named = isEven(bare) ? /((?:"[^"]*"|[^<>"])*)<([^<>]*)>/g : /([^<>]*)<([^<>]*)>/g
  const rest = bare.replaceAll(named, (_, name: string, email: string) => {
    found.push({ name: inOrder(unquoted(name)), email: email.trim() })
    return ''
  })
  const comment = /^(\S+@\S+)\s*\(([^()]*)\)$/.exec(rest.trim())
  if (comment) found.push({ name: inOrder(comment[2]!.trim()), email: comment[1]! })
  else {
    const words = rest.trim().split(/\s+/).filter(Boolean)
    const areAddresses = words.length > 0 && words.every((word) => word.includes('@'))
    const left = areAddresses ? words : [unquoted(rest)]
    found.push(...left.filter(Boolean).map((email) => ({ name: '', email })))
  }
  return found
}

/** A name as it is said: `Okafor, Maya` is Maya Okafor, and `Max, Jr.` stays Max. */
function inOrder(name: string): string {
  const [before = '', after = '', ...more] = name.split(',').map((part) => part.trim())
  if (!after || more.length > 0) return name.replaceAll(/\s*,\s*/g, ' ').trim()
  return SUFFIX.test(after) ? `${before} ${after}` : `${after} ${before}`
}

const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll(/""|\\(.)/g, (pair, escaped?: string) => escaped ?? pair.slice(1))
    .trim()

/** Whether every quote has its other one; a single one is part of a name. */
const isEven = (text: string) => (text.match(/"/g)?.length ?? 0) % 2 === 0

/** Cells between commas, semicolons or tabs that stand neither in quotes nor in `<>`. */
function cellsOf(line: string): string[] {
  const isQuoting = isEven(line)
  const cells = ['']
  let [quoted, inAngle] = [false, false]
  for (const char of line) {
    if (char === '"' && isQuoting) quoted = !quoted
    if (!quoted && (char === '<' || char === '>')) inAngle = char === '<'
    if (!quoted && !inAngle && /[,;\t]/.test(char)) cells.push('')
    else cells[cells.length - 1] += char
  }
  return cells.map((cell) => cell.trim())
}
