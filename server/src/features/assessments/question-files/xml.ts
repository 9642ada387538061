/** An element, its text and its elements. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

/** Why a text can't be read as XML, and where. */
export class XmlProblem extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

const MOST_DEPTH = 50
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|<!|<|[^<]+/g

/**
 * Reads elements, attributes and text, and nothing else: a document type is refused, so there are no
 * entities to expand and nothing outside to fetch.
 * @throws XmlProblem
 */
export function readXml(source: string): XmlElement {
  const outside: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [outside]
  for (const match of source.matchAll(TOKEN)) {
    const [token, cdata, closed, opened, attributes, selfClosed] = match
    const fail = (message: string) =>
      new XmlProblem(message, source.slice(0, match.index).split('\n').length)
    const current = open.at(-1)!
    if (opened !== undefined) {
      const element = { name: opened, attributes: {}, children: [], text: '' } as XmlElement
      element.attributes = attributesOf(attributes ?? '', fail)
      current.children.push(element)
      if (open.length > MOST_DEPTH) throw fail('The elements are nested too deeply')
      if (!selfClosed) open.push(element)
    } else if (closed !== undefined) {
      if (closed !== current.name) throw fail(`</${closed}> closes what is not open`)
      open.pop()
    } else if (cdata !== undefined) {
      current.text += cdata
    } else if (token.startsWith('<!--') || token.startsWith('<?')) {
      // Comments and instructions say nothing here.
    } else if (token === '<!') {
      throw fail('Files with a document type or entities are not read')
    } else if (token === '<') {
      throw fail('This is not well-formed XML')
    } else {
      current.text += decoded(token, fail)
    }
  }
  const [root] = outside.children
  if (open.length > 1) {
    throw new XmlProblem(`<${open.at(-1)!.name}> is not closed`, source.split('\n').length)
  }
  if (!root || outside.children.length > 1 || outside.text.trim() !== '') {
    throw new XmlProblem('This is not well-formed XML', 1)
  }
  return root
}

type Fail = (message: string) => XmlProblem

function attributesOf(text: string, fail: Fail): Record<string, string> {
  const found: [string, string][] = [
    ...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g),
  ].map(([, name, one, other]) => [name!, decoded(one ?? other ?? '', fail)])
  return Object.fromEntries(found)
}

function decoded(text: string, fail: Fail): string {
  return text.replaceAll(/&([^;&\s]*);?/g, (whole, body: string) => {
    if (!whole.endsWith(';')) throw fail('An & has to be written as &amp;')
    const number = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(body)
    const code = number ? Number.parseInt(number[1] ?? number[2]!, number[1] ? 16 : 10) : 0
    if (number && code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) {
      return String.fromCodePoint(code)
    }
    const sign = Object.hasOwn(NAMED, body) ? NAMED[body] : undefined
    if (sign === undefined)
      throw fail(`&${body.slice(0, 40)}; is not known; entities are not expanded`)
    return sign
  })
}

/** The elements of one name directly within. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name)

/** Of an element, or of none. */
export const textOf = (element: XmlElement | undefined): string => element?.text ?? ''
