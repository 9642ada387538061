import type { PDFPageProxy } from 'pdfjs-dist'
import type { Run } from './blocks.ts'

/** A piece of text as it stands on its page; lengths in points, `y` from below. */
export interface Piece extends Run {
  x: number
  y: number
  right: number
  size: number
  /** To which content of the structure it belongs. */
  mark: string | null
}

/** A page with what is written on it, in the order of the file. */
export interface PdfPage {
  height: number
  pieces: Piece[]
  /** What its tags say it is made of; null where it has none. */
  structure: StructureNode | null
}

/** As pdf.js gives it. */
export interface StructureNode {
  role?: string
  type?: string
  id?: string
  children?: StructureNode[]
}

/** Reads a page: which letters, where, how large and whether bold. */
export async function readPage(page: PDFPageProxy): Promise<PdfPage> {
  // The names of fonts are known once the page was looked through.
  await page.getOperatorList()
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const bold = new Map<string, boolean>()
  const marks: (string | null)[] = []
  const pieces: Piece[] = []
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') marks.pop()
      else marks.push(item.id ?? null)
      continue
    }
    const [across = 0, turned = 0, , , x = 0, y = 0] = item.transform as number[]
    // Written at an angle: a watermark, or along the edge.
    if (item.str === '' || Math.abs(turned) > Math.abs(across) * 0.1) continue
    if (!bold.has(item.fontName)) bold.set(item.fontName, isBold(page, item.fontName))
    pieces.push({
      text: item.str,
      bold: bold.get(item.fontName)!,
      x,
      y,
      right: x + item.width,
      size: item.height || Math.abs(across),
      mark: marks.findLast((mark) => mark !== null) ?? null,
    })
  }
  const structure = (await page.getStructTree().catch(() => null)) as StructureNode | null
  return { height: page.view[3]! - page.view[1]!, pieces, structure }
}

function isBold(page: PDFPageProxy, fontName: string): boolean {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pdf.js has no type for its fonts
    const font = page.commonObjs.get(fontName) as { name?: string; bold?: boolean; black?: boolean }
    return Boolean(font.bold || font.black) || /bold|black|heavy|semibold/i.test(font.name ?? '')
  } catch {
    // A font that could not be loaded.
    return false
  }
}
