// oxlint-disable no-underscore-dangle -- pdfkit's own names for what it doesn't tell
import { setImmediate as breath } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflate, deflateSync } from 'node:zlib'
import type PDFDocument from 'pdfkit'
import { fontFile } from '../certificates/certificate-letters.ts'

export type Document = InstanceType<typeof PDFDocument>

type Image = Extract<Parameters<Document['image']>[0], object>

/** What of pdfkit its types don't tell. */
interface Inner {
  _offset: number
  _offsets: (number | null)[]
  _root: Numbered
  _info: Numbered
  _id: Uint8Array
  _write: (text: string | Uint8Array) => void
  _read: () => void
  _finalize: () => void
  _refEnd: (reference: Numbered) => void
  openImage: (content: Buffer) => Image
}

interface Numbered {
  id: number
  offset: number
  data: Record<string, unknown>
  end: () => void
}

/** Small pieces are handed on together. */
const PIECE = 64 * 1024
/** So much may wait for whoever takes the file, before writing waits too. */
const MOST_WAITING = 256 * 1024
/** A call of somebody else takes some turns, each as long as this at most. */
const MOST_HELD_MS = 5
/** Small objects are packed together, which makes them a tenth as large. */
const OBJECTS_AT_ONCE = 200
const ENTRIES_AT_ONCE = 20_000

/**
 * A PDF file that leaves while it is written: of what is written only the place of each object stays here. pdfkit would keep
 * every part of the structure tree in memory until the end.
 */
export class PdfFile {
  readonly document: Document
  readonly #inner: Inner
  readonly #tree: Numbered
  readonly #images = new Map<string, Image>()
  #packed: { id: number; body: string }[] = []
  #wanted = () => {}
  #breathed = performance.now()

  static async open({ title, author, made }: { title: string; author: string; made: Date }) {
    const { default: Pdf } = await import('pdfkit')
    const options = {
      size: 'LETTER',
      margin: 0,
      lang: 'en',
      displayTitle: true,
      pdfVersion: '1.7',
      autoFirstPage: false,
      fontLayoutCache: false,
      font: fontFile(400),
      info: { Title: title, Author: author, CreationDate: made, ModDate: made },
    } as const
    return new PdfFile(new Pdf(options))
  }

  private constructor(document: Document) {
    this.document = document
    const inner = document as unknown as Inner
    this.#inner = inner
    takeTogether(document)
    inner._read = () => this.#wanted()
    document.on('close', () => this.#wanted())
    inner._finalize = () => {}
    inner._root.data.MarkInfo = document.ref({ Marked: true })
    this.#tree = document.ref({}) as unknown as Numbered
    inner._root.data.StructTreeRoot = this.#tree
  }

  /** The number of an object that is written later, or of the one at the top of the structure tree. */
  reserve(): number {
    return this.#inner._offsets.push(null)
  }

  get treeId(): number {
    return this.#tree.id
  }

  /** Writes an object of which nothing else is kept. */
  write(id: number, body: string): void {
    this.#packed.push({ id, body })
    if (this.#packed.length >= OBJECTS_AT_ONCE) this.#writePacked()
  }

  /** A JPEG by its name: it is read once, and once in the file. */
  async image(name: string, read: () => Promise<Buffer>): Promise<Image> {
    const image = this.#images.get(name) ?? this.#inner.openImage(await read())
    this.#images.set(name, image)
    return image
  }

  /** Lets the server answer others in between, and waits until what was written is taken. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#breathed < MOST_HELD_MS) return
    await breath()
    while (this.document.readableLength > MOST_WAITING && !this.document.destroyed) {
      // oxlint-disable-next-line no-loop-func -- it is always the newest that waits
      await new Promise<void>((done) => (this.#wanted = done))
    }
    if (this.document.destroyed) throw new Error('Nobody takes this file any more')
    this.#breathed = performance.now()
  }

  /** @param tree what stands at the top of the structure tree */
  async end(tree: string): Promise<void> {
    const tops = this.#tree
    tops.end = () => {
      this.write(tops.id, tree)
      this.#writePacked()
      this.#inner._refEnd({ ...tops, offset: this.#inner._offsets[tops.id - 1]! })
    }
    this.document.end()
    await this.#writeTable()
  }

  #writePacked(): void {
    if (this.#packed.length === 0) return
    const inner = this.#inner
    const stream = this.reserve()
    let at = 0
    const places: string[] = []
    for (const [index, { id, body }] of this.#packed.entries()) {
      places.push(`${id} ${at}`)
      at += body.length + 1
      inner._offsets[id - 1] = packedAt(stream, index)
    }
    const first = `${places.join(' ')}\n`
    const bodies = this.#packed.map(({ body }) => `${body}\n`).join('')
    const count = `/N ${places.length}/First ${first.length}`
    const content = Buffer.from(first + bodies, 'latin1')
    this.#writeDeflated(stream, `/Type/ObjStm${count}`, deflateSync(content))
    this.#packed = []
  }

  #writeDeflated(id: number, about: string, deflated: Buffer): void {
    const inner = this.#inner
    inner._offsets[id - 1] = inner._offset
    inner._write(`${id} 0 obj\n<<${about}/Filter/FlateDecode/Length ${deflated.length}>>\nstream`)
    inner._write(deflated)
    inner._write('\nendstream\nendobj')
  }

  /** Where each object is; a stream, since a table can't name what is packed. */
  async #writeTable(): Promise<void> {
    const inner = this.#inner
    const id = this.reserve()
    const start = inner._offset
    inner._offsets[id - 1] = start
    const table = Buffer.alloc((inner._offsets.length + 1) * ENTRY)
    table.writeUInt16BE(0xffff, ENTRY - 2)
    for (const [index, place] of inner._offsets.entries()) {
      const at = (index + 1) * ENTRY
      if (place === null) throw new Error(`Object ${index + 1} of the PDF was never written`)
      if (place >= 0) {
        table[at] = 1
        table.writeUIntBE(place, at + 1, 5)
      } else {
        table[at] = 2
        table.writeUIntBE(Math.floor(-place / OBJECTS_AT_ONCE), at + 1, 5)
        table.writeUInt16BE(-place % OBJECTS_AT_ONCE, at + 6)
      }
      if (index % ENTRIES_AT_ONCE === 0) await breath()
    }
    const hex = Buffer.from(inner._id).toString('hex')
    const about = `/Type/XRef/W[1 5 2]/Size ${inner._offsets.length + 1}/Root ${inner._root.id} 0 R/Info ${inner._info.id} 0 R/ID[<${hex}><${hex}>]`
    // Of a large file it is some megabytes: another thread makes them smaller.
    this.#writeDeflated(id, about, await promisify(deflate)(table))
    inner._write(`startxref\n${start}\n%%EOF`)
    this.document.push(null)
  }
}

const ENTRY = 8

/** Below 0: in which stream, and the how manieth there. */
const packedAt = (stream: number, index: number) => -(stream * OBJECTS_AT_ONCE + index)

function takeTogether(document: Document): void {
  const push = document.push.bind(document)
  let held: Uint8Array[] = []
  let size = 0
  document.push = (piece: Uint8Array | null) => {
    if (piece) {
      held.push(piece)
      size += piece.length
    }
    if (size >= PIECE || (piece === null && size > 0)) {
      push(Buffer.concat(held))
      held = []
      size = 0
    }
    return piece !== null || push(null)
  }
}
