import { fileTypeFromBuffer } from 'file-type'

/** What the bytes of a file say that it is; its name decides between kinds of plain text only. */
export interface FileType {
  /** In lower case, without a dot, such as `pdf`; `bin` where nothing is known. */
  type: string
  mime: string
}

const END_BYTES = 64 * 1024

/** The first and the last bytes of a file that streams by. */
export class Ends {
  head: Buffer = Buffer.alloc(0)
  tail: Buffer = Buffer.alloc(0)

  add(chunk: Buffer): void {
    if (this.head.length < END_BYTES) {
      this.head = Buffer.concat([this.head, chunk.subarray(0, END_BYTES - this.head.length)])
    }
    this.tail =
      chunk.length >= END_BYTES
        ? Buffer.from(chunk.subarray(-END_BYTES))
        : Buffer.concat([this.tail, chunk]).subarray(-END_BYTES)
  }
}

/** Texts that are shown as what their names say: none of them runs anywhere. */
const TEXTS: Record<string, string> = {
  csv: 'text/csv',
  md: 'text/markdown',
  markdown: 'text/markdown',
  txt: 'text/plain',
  log: 'text/plain',
  json: 'application/json',
  ics: 'text/calendar',
  vcf: 'text/vcard',
}

/** By a name that only such an archive has in it. */
const OFFICE: [inside: string, type: string, mime: string][] = [
  ['word/', 'docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['ppt/', 'pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['xl/', 'xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
]

/** By the ending of their name, where the bytes say that it is one of Microsoft's older files. */
const OLDER_OFFICE: Record<string, string> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
}

const UNKNOWN: FileType = { type: 'bin', mime: 'application/octet-stream' }

/** Looks at the bytes; `name` is asked only what kind of plain text, or of older Office file, it is. */
export async function sniffType({ head, tail }: Ends, name: string): Promise<FileType> {
  const ending = /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const text = textOf(head)
  // Before anything else: what a browser might take for a page is one, whatever else it may be.
  if (text !== null) return textType(text, ending)
  const office = officeType(head, tail)
  if (office) return office
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (!found) return UNKNOWN
  if (found.ext === 'cfb') {
    const mime = OLDER_OFFICE[ending]
    return mime ? { type: ending, mime } : UNKNOWN
  }
  return { type: found.ext, mime: found.mime }
}

/** The beginning as text; null for what is none. */
function textOf(head: Buffer): string | null {
  if (head.length === 0) return ''
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return null
  const wide = wideText(head)
  if (wide !== null) return wide
  if (head.includes(0)) return markupOf(head)
  try {
    // The last character may be cut in two.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    const latin = head.toString('latin1')
    // oxlint-disable-next-line no-control-regex -- control characters are what tells text from bytes
    return /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(latin) ? markupOf(head) : latin
  }
}

/** UTF-16, which says so by its first two bytes. */
function wideText(head: Buffer): string | null {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(head)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(head)
  return null
}

/** Markup with bytes behind it that are no text, as in a file made to be two things at once. */
function markupOf(head: Buffer): string | null {
  const start = head.subarray(0, 1024).toString('latin1')
  return /^\s*</.test(start) ? start : null
}

const BEFORE_ROOT =
  /^(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!doctype\s+svg[^>[]*(?:\[[\s\S]*?\])?[^>]*>)*/i
const PAGE =
  /<(?:!doctype\s+html|html|head|body|script|iframe|title|style|meta|link|div|table|a|br|p|h1|font|b)[\s/>]/i

function textType(text: string, ending: string): FileType {
  const start = text.replace(/^\ufeff/, '')
  const root = start.slice(BEFORE_ROOT.exec(start)?.[0].length ?? 0)
  if (/^<(?:\w+:)?svg[\s>/]/i.test(root)) return { type: 'svg', mime: 'image/svg+xml' }
  const isMarkup = /^\s*</.test(start)
  // Markdown, too, may hold a tag; it isn't shown as a page.
  if (isMarkup ? PAGE.test(start.slice(0, 4096)) : /^html?$/.test(ending)) {
    return { type: 'html', mime: 'text/html' }
  }
  if (/^\s*<\?xml/i.test(start)) return { type: 'xml', mime: 'application/xml' }
  if (/^WEBVTT(?:\s|$)/.test(start)) return { type: 'vtt', mime: 'text/vtt' }
  if (start.startsWith('{\\rtf')) return { type: 'rtf', mime: 'application/rtf' }
  const mime = TEXTS[ending]
  if (mime) return { type: ending === 'markdown' ? 'md' : ending, mime }
  return { type: 'txt', mime: 'text/plain' }
}

function officeType(head: Buffer, tail: Buffer): FileType | undefined {
  if (head.readUInt32BE(0) !== 0x504b0304) return undefined
  const names = head.toString('latin1') + tail.toString('latin1')
  if (!names.includes('[Content_Types].xml')) return undefined
  const found = OFFICE.find(([inside]) => names.includes(inside))
  return found && { type: found[1], mime: found[2] }
}
