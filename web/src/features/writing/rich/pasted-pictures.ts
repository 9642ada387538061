const KINDS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** A name that says nothing of the picture: it is described by hand. */
const named = (bytes: Uint8Array<ArrayBuffer>, type: string) =>
  new File([bytes], `image.${KINDS[type]}`, { type })

/** The picture that a `data:` address is; null for any other. */
export function fileFrom(source: string): File | null {
  const [head, type] = /^data:(image\/[a-z]+);base64,/i.exec(source) ?? []
  if (!head || !type || !(type.toLowerCase() in KINDS)) return null
  try {
    const bytes = Uint8Array.from(atob(source.slice(head.length)), (sign) => sign.codePointAt(0)!)
    return named(bytes, type.toLowerCase())
  } catch {
    return null
  }
}

/** The pictures that Word puts on the clipboard beside its page, which names files that no page may read. */
export function picturesInRtf(rtf: string): File[] {
  return Array.from(rtf.matchAll(/\\(png|jpeg)blip/gi), ({ 1: kind, index }) => {
    const digits = groupFrom(rtf, index)
      .replaceAll(/\\[a-z]+-?\d* ?/gi, '')
      .replaceAll(/[^\da-f]/gi, '')
    const bytes = new Uint8Array(Math.floor(digits.length / 2))
    for (let at = 0; at < bytes.length; at++) {
      bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16)
    }
    return named(bytes, kind!.toLowerCase() === 'png' ? 'image/png' : 'image/jpeg')
  })
}

/** What stands from there to the end of its group, without the groups within it. */
function groupFrom(rtf: string, start: number): string {
  const braces = /[{}]/g
  let words = ''
  let depth = 0
  let from = start
  for (;;) {
    braces.lastIndex = from
    const brace = braces.exec(rtf)
    const to = brace?.index ?? rtf.length
    if (depth === 0) words += `${rtf.slice(from, to)} `
    if (!brace || (brace[0] === '}' && depth === 0)) return words
    depth += brace[0] === '{' ? 1 : -1
    from = to + 1
  }
}
