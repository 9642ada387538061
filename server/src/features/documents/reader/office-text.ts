import { promisify } from 'node:util'
import { type Entry, open, type ZipFile } from 'yauzl'
import { decodeEntities } from './entities.ts'
import { UnreadableError } from './unreadable.ts'

/** Where the text is, in the order that it is read. */
const PARTS = {
  docx: [/^word\/document\.xml$/, /^word\/(header|footer|footnotes|endnotes|comments)\d*\.xml$/],
  pptx: [/^ppt\/slides\/slide\d+\.xml$/, /^ppt\/notesSlides\/notesSlide\d+\.xml$/],
  xlsx: [/^xl\/sharedStrings\.xml$/, /^xl\/worksheets\/sheet\d+\.xml$/],
}

/** An archive that unpacks to more than this was made to do harm. */
const MOST_ENTRIES = 20_000
const MOST_UNPACKED_BYTES = 300_000_000

const openZip = promisify(
  open as (
    path: string,
    options: object,
    done: (error: Error | null, zip: ZipFile) => void,
  ) => void,
)

/** The text of an Office file, up to a number of characters. @throws UnreadableError */
export async function readOffice(
  path: string,
  type: keyof typeof PARTS,
  mostCharacters: number,
): Promise<string> {
  const zip = await openZip(path, { lazyEntries: true, autoClose: false }).catch(damaged)
  try {
    const entries = await listEntries(zip).catch(damaged)
    const wanted = PARTS[type].flatMap((part) =>
      entries.filter(({ fileName }) => part.test(fileName)).sort(byNumber),
    )
    if (wanted.length === 0) damaged()
    const reader = new MarkupReader(mostCharacters)
    for (const entry of wanted) if (!reader.isFull) await readEntry(zip, entry, reader)
    return reader.text()
  } finally {
    zip.close()
  }
}

/**
 * Unpacks an archive to nowhere, so that what unpacks it into memory afterwards knows what comes.
 * @param mostBytes of the XML in it, unpacked
 * @returns the names in it
 * @throws UnreadableError
 */
export async function checkArchive(path: string, mostBytes: number): Promise<string[]> {
  const zip = await openZip(path, { lazyEntries: true, autoClose: false }).catch(damaged)
  try {
    const entries = await listEntries(zip).catch(damaged)
    let xml = 0
    let all = 0
    for (const entry of entries) {
      for await (const chunk of await openEntry(zip, entry)) {
        all += chunk.length
        if (/\.(?:xml|rels)$/i.test(entry.fileName)) xml += chunk.length
        if (xml > mostBytes || all > MOST_UNPACKED_BYTES) throw tooLarge()
      }
    }
    return entries.map(({ fileName }) => fileName)
  } catch (error) {
    return damaged(error)
  } finally {
    zip.close()
  }
}

async function openEntry(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const openStream = promisify(
    zip.openReadStream.bind(zip) as (
      entry: Entry,
      done: (error: Error | null, stream: AsyncIterable<Buffer>) => void,
    ) => void,
  )
  return openStream(entry).catch(damaged)
}

const byNumber = (one: Entry, other: Entry) =>
  one.fileName.localeCompare(other.fileName, 'en', { numeric: true })

function damaged(cause?: unknown): never {
  if (cause instanceof UnreadableError) throw cause
  throw new UnreadableError('The file is damaged', { cause })
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MOST_ENTRIES) throw tooLarge()
  const entries: Entry[] = []
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.once('end', resolve)
    zip.once('error', reject)
    zip.readEntry()
  })
  return entries
}

const tooLarge = () => new UnreadableError('The file unpacks to more than can be read')

async function readEntry(zip: ZipFile, entry: Entry, reader: MarkupReader): Promise<void> {
  const stream = await openEntry(zip, entry)
  const decoder = new TextDecoder('utf-8')
  try {
    for await (const chunk of stream) {
      reader.add(decoder.decode(chunk, { stream: true }))
      if (reader.isFull) break
    }
  } catch (error) {
    damaged(error)
  }
  reader.endPart()
}

/** Of a tag, as much as tells its name. */
const TAG_CHARACTERS = 100
/** What may be the beginning of an entity, the end of which is in the next piece. */
const HALF_ENTITY = /&[\w#]{0,10}$/

/**
 * Takes markup in pieces, and keeps what stands inside `t`: all text of all three formats. Each piece is
 * looked at once and none is gathered up, however far apart the tags are.
 */
class MarkupReader {
  #kept: string[] = []
  #length = 0
  #seen = 0
  #tag: { head: string; last: string } | null = null
  #inText = false
  #half = ''
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.#length >= this.#most
  }

  /** @throws UnreadableError once it was too much in all */
  add(piece: string): void {
    this.#seen += piece.length
    if (this.#seen > MOST_UNPACKED_BYTES) throw tooLarge()
    let from = 0
    while (from < piece.length) {
      const end = piece.indexOf(this.#tag ? '>' : '<', from)
      const part = piece.slice(from, end < 0 ? undefined : end)
      if (this.#tag) this.#continueTag(part, end >= 0)
      else this.#continueText(part, end >= 0)
      if (end < 0) return
      from = end + 1
    }
  }

  endPart(): void {
    this.#tag = null
    this.#half = ''
    this.#inText = false
    this.#keep('\n')
  }

  text(): string {
    return this.#kept.join('')
  }

  #continueText(part: string, ends: boolean): void {
    if (this.#inText) {
      const text = this.#half + part
      this.#half = ends ? '' : (HALF_ENTITY.exec(text)?.[0] ?? '')
      this.#keep(decodeEntities(text.slice(0, text.length - this.#half.length)))
    }
    if (ends) this.#tag = { head: '', last: '' }
  }

  #continueTag(part: string, ends: boolean): void {
    const tag = this.#tag!
    tag.head += part.slice(0, TAG_CHARACTERS - tag.head.length)
    tag.last = part.at(-1) ?? tag.last
    if (!ends) return
    this.#tag = null
    this.#endTag(tag.head, tag.last === '/')
  }

  #endTag(head: string, isEmpty: boolean): void {
    const [, closes, name] = /^(\/?)(?:\w+:)?(\w+)/.exec(head) ?? []
    if (name === 't') this.#inText = !closes && !isEmpty
    else if (closes && (name === 'p' || name === 'si' || name === 'is')) this.#keep('\n')
    else if (name === 'br' || name === 'tab' || name === 'cr') this.#keep(' ')
  }

  #keep(text: string): void {
    this.#kept.push(text)
    this.#length += text.length
  }
}
