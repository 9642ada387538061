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
  const openEntry = promisify(
    zip.openReadStream.bind(zip) as (
      entry: Entry,
      done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
    ) => void,
  )
  const stream = await openEntry(entry).catch(damaged)
  const decoder = new TextDecoder('utf-8')
  try {
    for await (const chunk of stream) {
      reader.add(decoder.decode(chunk as Buffer, { stream: true }))
      if (reader.isFull) break
    }
  } catch (error) {
    damaged(error)
  }
  reader.endPart()
}

/** Takes markup in pieces, and keeps what stands inside `t`: all text of all three formats. */
class MarkupReader {
  #kept: string[] = []
  #length = 0
  #seen = 0
  #rest = ''
  #inText = false
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
    this.#rest += piece
    let from = 0
    for (;;) {
      const start = this.#rest.indexOf('<', from)
      const end = start < 0 ? -1 : this.#rest.indexOf('>', start)
      if (end < 0) break
      if (this.#inText) this.#keep(decodeEntities(this.#rest.slice(from, start)))
      this.#tag(this.#rest.slice(start + 1, end))
      from = end + 1
    }
    this.#rest = this.#rest.slice(from)
  }

  endPart(): void {
    this.#rest = ''
    this.#inText = false
    this.#keep('\n')
  }

  text(): string {
    return this.#kept.join('')
  }

  #tag(tag: string): void {
    const [, closes, name] = /^(\/?)(?:\w+:)?(\w+)/.exec(tag) ?? []
    if (name === 't') this.#inText = !closes && !tag.endsWith('/')
    else if (closes && (name === 'p' || name === 'si' || name === 'is')) this.#keep('\n')
    else if (name === 'br' || name === 'tab' || name === 'cr') this.#keep(' ')
  }

  #keep(text: string): void {
    this.#kept.push(text)
    this.#length += text.length
  }
}
