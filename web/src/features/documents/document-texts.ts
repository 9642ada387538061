import type { Document } from '@frontdesk/contract/documents'

export const DOCUMENT_FIELDS = ['title', 'category', 'description', 'folder_id'] as const

export type DocumentTexts = Record<(typeof DOCUMENT_FIELDS)[number], string>

export const textsOf = (document: Document): DocumentTexts => ({
  title: document.title,
  category: document.category,
  description: document.description ?? '',
  folder_id: document.folder_id ?? '',
})

export const sameTexts = (one: DocumentTexts, other: DocumentTexts) =>
  DOCUMENT_FIELDS.every((name) => one[name].trim() === other[name].trim())
