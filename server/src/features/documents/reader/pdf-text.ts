import { openPdf } from './pdf.ts'

const MOST_PAGES = 2000

/** The text of a PDF, page by page, up to a number of characters. @throws UnreadableError */
export async function readPdf(path: string, mostCharacters: number): Promise<string> {
  const pdf = await openPdf(path)
  const parts: string[] = []
  let length = 0
  const pages = Math.min(pdf.numPages, MOST_PAGES)
  for (let number = 1; number <= pages && length < mostCharacters; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const text = items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('')
    parts.push(text)
    length += text.length
    page.cleanup()
  }
  return parts.join('\n')
}
