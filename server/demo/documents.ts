import type { DemoDocument } from './documents/demo-document.ts'
import { drawnDocuments } from './documents/drawn.ts'
import { printedDocuments } from './documents/printed.ts'
import { writtenDocuments } from './documents/written.ts'

export const demoDocuments: DemoDocument[] = [
  ...printedDocuments,
  ...writtenDocuments,
  ...drawnDocuments,
]
