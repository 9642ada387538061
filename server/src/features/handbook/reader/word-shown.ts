import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import { UnreadableError } from '../../documents/reader/unreadable.ts'
import { NUMBER_BEGINS, NUMBER_ENDS, NumberedLists, Styles, valueOf } from './word-numbers.ts'

/** What is longer is taken as it is: rewriting it would take too much memory. */
const MOST_CHARACTERS = 20_000_000

/** What is written in private-use characters is no text, and two of them carry numbers here. */
const MARKS = /[\uE00F-\uE011]/g

/**
 * A Word file that says in its text what Word shows of it and mammoth passes over: numbers, fields,
 * formulas, changes that are accepted. What Word hides is gone.
 * @param notes takes a sentence on what became something else
 * @throws UnreadableError
 */
export async function readAsShown(path: string, notes: string[]): Promise<Buffer> {
  const content = await readFile(path)
  const zip = await JSZip.loadAsync(content).catch((cause: unknown) => {
    throw new UnreadableError('The file is damaged', { cause })
  })
  const [page] = zip.file(/^word\/document\d*\.xml$/)
  const xmlOf = async (name: string) => (await zip.file(name)?.async('string')) ?? ''
  const [body, numbering, styles] = await Promise.all([
    page?.async('string') ?? '',
    xmlOf('word/numbering.xml'),
    xmlOf('word/styles.xml'),
  ])
  if (!page || body.length + numbering.length + styles.length > MOST_CHARACTERS) return content
  const known = new Styles(styles)
  const shown = asShown(body.replaceAll(MARKS, ''), notes)
  zip.file(page.name, withNumbers(shown, known, new NumberedLists(numbering, known)))
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

const FORMULA = /<m:oMath\b[^>]*>([\s\S]*?)<\/m:oMath>/g
/** A run that Word doesn't show; what holds whole paragraphs, such as a text box, is none. */
const HIDDEN =
  /<w:r(?: [^>]*)?><w:rPr>(?:(?!<\/w:rPr>)[\s\S])*<w:vanish\/>(?:(?!<\/w:r>|<w:p[ >])[\s\S])*<\/w:r>/g

function asShown(body: string, notes: string[]): string {
  const withoutHidden = body.replaceAll(HIDDEN, '')
  if (withoutHidden !== body) notes.push('Hidden text was left out.')
  const withFormulas = withoutHidden.replaceAll(FORMULA, (_, formula: string) => {
    const words = Array.from(
      formula.matchAll(/<m:t(?: [^>]*)?>([^<]*)<\/m:t>/g),
      ([, text]) => text,
    )
    return `<w:r><w:t xml:space="preserve">${words.join('')}</w:t></w:r>`
  })
  if (withFormulas !== withoutHidden) {
    notes.push('Formulas became plain text. Please look at each of them.')
  }
  return (
    withFormulas
      // What a paragraph was before it was changed stands inside of what it is.
      .replaceAll(/<w:pPrChange\b[\s\S]*?<\/w:pPrChange>/g, '')
      // The end of a paragraph that was moved away is a deleted one.
      .replaceAll(/(<w:rPr>(?:<w:ins\b[^>]*\/>)?)<w:moveFrom\b([^>]*)\/>/g, '$1<w:del$2/>')
      // What only says how its words came about, or which way they run.
      .replaceAll(/<\/?w:(?:fldSimple|dir|bdo)(?: [^>]*)?>/g, '')
      .replaceAll('<w:cr/>', '<w:br/>')
      .replaceAll(/<w:dstrike\b/g, '<w:strike')
  )
}

const HEADING = /^heading [1-6]$/i

function withNumbers(body: string, styles: Styles, lists: NumberedLists): string {
  return body.replaceAll(/<w:pPr>([\s\S]*?)<\/w:pPr>/g, (whole, properties: string) => {
    // Its words go on in the next paragraph, which has the number.
    if (/<w:rPr>(?:<w:ins\b[^>]*\/>)?<w:del\b/.test(properties)) return whole
    const number = lists.next(properties)
    const style = valueOf(properties, 'pStyle')
    const chain = [...styles.chainOf(style)]
    const heading = chain.find(({ xml }) => HEADING.test(valueOf(xml, 'name') ?? ''))
    const shown =
      heading && heading !== chain[0]
        ? whole.replace(`w:val="${style}"`, `w:val="${heading.id}"`)
        : whole
    return number ? `${shown}<w:r><w:t>${NUMBER_BEGINS}${number}${NUMBER_ENDS}</w:t></w:r>` : shown
  })
}
