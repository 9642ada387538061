import { createHash } from 'node:crypto'
import { pictureNamed, picturesNamedIn } from '@frontdesk/contract/picture-names'
import { diffWordsWithSpace } from 'diff'
import { asJpeg } from '../../platform/pictures.ts'
import { MUTED, type Sheet } from './pack-sheet.ts'
import type { PackedRecord, PackedText } from './pack-records.queries.ts'
import { SESSION_ORIGINS } from './pack-texts.ts'
import type { Piece } from './pdf-lines.ts'

/** Comparing two versions may take so long; longer ones are printed without marks. */
const COMPARE_MS = 200

/** Where it finds what it prints. */
export interface AnnexSource {
  /** A version of a policy as it was signed; undefined where there is none. */
  textOf: (policyId: string, version: number) => Promise<PackedText | undefined>
  /** A picture of a text by its name. @throws where it is not there */
  readPicture: (name: string) => Promise<Buffer>
}

/** What many records have in common: printed once, and numbered in the order in which it is first spoken of. */
export class PackAnnex {
  readonly #texts = new Map<string, { policyId: string; version: number }>()
  readonly #consents = new Map<string, string>()
  readonly #origins = new Map<string, string>()
  readonly #numbers = new Map<object, Map<string, number>>()
  readonly #source: AnnexSource

  constructor(source: AnnexSource) {
    this.#source = source
  }

  numberOfText({ policy_id: policyId, version }: PackedRecord): number {
    return this.#numberIn(this.#texts, `${policyId} ${version}`, { policyId, version })
  }

  numberOfConsent(consent: string): number {
    return this.#numberIn(this.#consents, consent, consent)
  }

  numberOfOrigin(origin: string): number {
    return this.#numberIn(this.#origins, origin, SESSION_ORIGINS[origin] ?? `(${origin})`)
  }

  async write(sheet: Sheet): Promise<void> {
    if (this.#texts.size === 0) return
    sheet.newPage()
    await sheet.heading(1, 'What the numbers stand for')
    await sheet.heading(2, 'Words of consent')
    for (const [index, consent] of [...this.#consents.values()].entries()) {
      const hash = createHash('sha256').update(consent).digest('hex')
      await sheet.paragraph([{ text: `C${index + 1}: `, isStrong: true }, { text: `“${consent}”` }])
      await sheet.paragraph(`SHA-256 ${hash}`, { size: 8, color: MUTED, before: 1 })
    }
    await sheet.heading(2, 'How sessions had begun')
    for (const [index, origin] of [...this.#origins.values()].entries()) {
      await sheet.paragraph([
        { text: `S${index + 1}: `, isStrong: true },
        { text: `the session began ${origin}.` },
      ])
    }
    sheet.newPage()
    await sheet.heading(1, 'The texts')
    await sheet.paragraph(
      'Word for word as they were acknowledged. Words that were new in a version are underlined. Words that went are drawn and struck out: who copies a text, searches it or has it read aloud gets the words that were signed. What this file has no letters for stands as its number in Unicode, such as [U+65E5]: the words themselves are in texts.jsonl. A picture is drawn below the line that names it, smaller where it has to be: the picture itself is in pictures/.',
      { color: MUTED },
    )
    for (const [index, text] of [...this.#texts.values()].entries()) {
      await sheet.section(async () => this.#writeText(sheet, index + 1, text))
    }
  }

  async #writeText(
    sheet: Sheet,
    number: number,
    { policyId, version }: { policyId: string; version: number },
  ): Promise<void> {
    const text = await this.#source.textOf(policyId, version)
    if (!text) return
    await sheet.heading(2, `T${number}: ${text.title}`)
    await sheet.paragraph(`Version ${version}, SHA-256 ${text.content_sha256}`, {
      size: 8,
      color: MUTED,
    })
    const before = version > 1 ? await this.#source.textOf(policyId, version - 1) : undefined
    for (const paragraph of paragraphsOf(comparedWith(before?.content, text.content))) {
      await sheet.paragraph(paragraph, { before: 7 })
      await this.#writePictures(sheet, wordsOf(paragraph))
    }
  }

  /** Below the line that names them. */
  async #writePictures(sheet: Sheet, line: string): Promise<void> {
    for (const name of picturesNamedIn(line)) {
      await sheet.figure(pictureNamed(name)!, {
        read: async () => asJpeg(await this.#source.readPicture(name)),
        words: descriptionIn(line, name) || 'A picture in the text',
      })
    }
  }

  #numberIn<Value>(all: Map<string, Value>, key: string, value: Value): number {
    const numbers = this.#numbers.get(all) ?? new Map<string, number>()
    this.#numbers.set(all, numbers)
    const known = numbers.get(key)
    if (known !== undefined) return known
    all.set(key, value)
    numbers.set(key, all.size)
    return all.size
  }
}

/** What its author says that a picture shows. */
const descriptionIn = (line: string, name: string) =>
  [...line.matchAll(/!\[((?:\\.|[^[\\\]])*)\]\(([^\s)]*)/g)]
    .find(([, , path]) => path!.endsWith(name))?.[1]
    ?.replaceAll(/\\(\p{P}|\p{S})/gu, '$1')

const wordsOf = (pieces: Piece[]) =>
  pieces.map(({ text, mark }) => (mark === 'gone' ? '' : text)).join('')

function comparedWith(before: string | undefined, content: string): Piece[] {
  if (before === undefined) return [{ text: content }]
  const changes = diffWordsWithSpace(before, content, { timeout: COMPARE_MS })
  if (!changes) return [{ text: content }]
  return changes.map(({ value, added, removed }) => ({
    text: value,
    mark: added ? 'new' : removed ? 'gone' : undefined,
  }))
}

/** Parted where the text has an empty line; what is gone parts nothing, since it is none of the text. */
function paragraphsOf(pieces: Piece[]): Piece[][] {
  const paragraphs: Piece[][] = [[]]
  for (const { text, mark } of pieces) {
    const parts = mark === 'gone' ? [text] : text.replaceAll('\r', '').split(/\n\s*\n/)
    for (const [index, part] of parts.entries()) {
      if (index > 0) paragraphs.push([])
      if (part !== '') paragraphs.at(-1)!.push({ text: part, mark })
    }
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0)
}
