import type { DocumentCategory } from '@frontdesk/contract/documents'

export interface DemoDocument {
  title: string
  description?: string
  category: DocumentCategory
  /** As it was called on somebody's disk. */
  fileName: string
  daysAgo: number
  content: () => Buffer | Promise<Buffer>
}

/** The brokerage's name, at the foot of what it prints. */
export const FOOTER = 'Harbor & Pine Realty · Portland, Maine'
