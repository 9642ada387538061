import type { PdfFile } from './pdf-file.ts'

/** What a part of the page is, as PDF names it (ISO 32000-1, 14.8.4). */
export type Tag =
  | 'Document'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'

interface Element {
  id: number
  tag: Tag
  more: string
  kids: string[]
  /** Where the first of its content is. */
  page: number | null
}

/**
 * What is on the pages in the order in which it is read, for whoever has it read aloud or copies it. An element is written
 * when it ends.
 */
export class PdfTree {
  readonly #file: PdfFile
  readonly #top: number
  readonly #open: Element[] = []
  /** Of the current page: which element each content belongs to. */
  #owners: number[] = []
  #pages = 0
  readonly #ownersOf: string[] = []

  constructor(file: PdfFile) {
    this.#file = file
    this.#top = file.treeId
    this.open('Document')
  }

  /** @param more what else the element has, as PDF writes it */
  open(tag: Tag, more = ''): void {
    this.#open.push({ id: this.#file.reserve(), tag, more, kids: [], page: null })
  }

  close(): void {
    const { id, tag, more, kids, page } = this.#open.pop()!
    const parent = this.#open.at(-1)
    parent?.kids.push(`${id} 0 R`)
    const place = page === null ? '' : `/Pg ${page} 0 R`
    const all = kids.length === 1 ? ` ${kids[0]!}` : `[${kids.join(' ')}]`
    this.#file.write(id, `<</S/${tag}/P ${parent?.id ?? this.#top} 0 R${place}${more}/K${all}>>`)
  }

  /** What is drawn from now until `endContent` belongs to the element that is open. */
  beginContent(): void {
    const element = this.#open.at(-1)!
    const page = this.#pageId()
    element.page ??= page
    const mcid = this.#owners.push(element.id) - 1
    const here = element.page === page
    element.kids.push(here ? `${mcid}` : `<</Type/MCR/Pg ${page} 0 R/MCID ${mcid}>>`)
    this.#file.document.addContent(`/${element.tag} <</MCID ${mcid}>> BDC`)
  }

  endContent(): void {
    this.#file.document.addContent('EMC')
  }

  /** Within content: says what it reads as. Readers guess that from the letters' places, and see gaps as columns. */
  reads(words: string | null, draw: () => void): void {
    const { document } = this.#file
    if (words !== null) document.addContent(`/Span <</ActualText${pdfText(words)}>> BDC`)
    draw()
    if (words !== null) document.addContent('EMC')
  }

  /** What is no part of the text. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.#file.document.addContent(`/Artifact <</Type/${type}>> BDC`)
    draw()
    this.#file.document.addContent('EMC')
  }

  newPage(): void {
    this.#endPage()
    const { document } = this.#file
    document.addPage()
    const { data } = (document.page as unknown as { dictionary: { data: Record<string, unknown> } })
      .dictionary
    data.StructParents = this.#pages
    data.Tabs = 'S'
    this.#pages += 1
  }

  async end(): Promise<void> {
    const document = `${this.#open[0]!.id} 0 R`
    this.close()
    this.#endPage()
    const parents = this.#file.reserve()
    this.#file.write(parents, `<</Nums[${this.#ownersOf.join(' ')}]>>`)
    await this.#file.end(
      `<</Type/StructTreeRoot/K ${document}/ParentTree ${parents} 0 R/ParentTreeNextKey ${this.#pages}>>`,
    )
  }

  #endPage(): void {
    if (this.#pages === 0) return
    const id = this.#file.reserve()
    this.#file.write(id, `[${this.#owners.map((owner) => `${owner} 0 R`).join(' ')}]`)
    this.#ownersOf.push(`${this.#pages - 1} ${id} 0 R`)
    this.#owners = []
  }

  #pageId(): number {
    return (this.#file.document.page as unknown as { dictionary: { id: number } }).dictionary.id
  }
}

/** Any text as a PDF has it. */
export const pdfText = (text: string) =>
  `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
