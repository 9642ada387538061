import type { Document } from '@frontdesk/contract/documents'
import type { ApiClient } from './api-client.ts'

export interface SentDocument {
  title?: string
  category?: string
  description?: string
  folder_id?: string
  content?: Buffer
  name?: string
  /** What the browser says that it is. */
  type?: string
}

/** As a browser's form sends it. */
export function documentForm({
  title = 'Lease agreement',
  category = 'Legal',
  description,
  folder_id: folderId,
  content = Buffer.from('A lease.'),
  name = 'lease.txt',
  type = 'text/plain',
}: SentDocument = {}): FormData {
  const form = new FormData()
  form.append('title', title)
  form.append('category', category)
  if (description !== undefined) form.append('description', description)
  if (folderId !== undefined) form.append('folder_id', folderId)
  form.append('file', new Blob([new Uint8Array(content)], { type }), name)
  return form
}

/** A document as an admin adds it. */
export async function createDocument(api: ApiClient, sent?: SentDocument): Promise<Document> {
  const { status, body } = await api('POST /documents', { body: documentForm(sent) })
  if (status !== 201) throw new Error(`The document was refused: ${JSON.stringify(body)}`)
  return body
}
