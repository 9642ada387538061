import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { UnreadableError } from './unreadable.ts'

/** Opens a PDF; nothing in it runs, and nothing is fetched for it. @throws UnreadableError */
export async function openPdf(path: string): Promise<PDFDocumentProxy> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const within = (name: string) => `${join(folder, name)}${sep}`
  try {
    return await getDocument({
      data: new Uint8Array(await readFile(path)),
      cMapUrl: within('cmaps'),
      standardFontDataUrl: within('standard_fonts'),
      wasmUrl: within('wasm'),
      isEvalSupported: false,
      useSystemFonts: false,
      disableFontFace: true,
      enableXfa: false,
      stopAtErrors: false,
      maxImageSize: 60_000_000,
      verbosity: VerbosityLevel.ERRORS,
    }).promise
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new UnreadableError(
      isLocked ? 'The file is protected by a password' : 'The file is damaged',
      { cause: error },
    )
  }
}
