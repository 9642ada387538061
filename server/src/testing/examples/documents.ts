import { openDocuments } from '../../features/documents/document-files.ts'
import { createProcess } from '../factories.ts'
import { createDocument, documentForm } from '../documents.ts'
import { type Examples, nothing, type World } from './world.ts'

const documentBody = { title: 'An example', category: 'Finance', description: 'As it is.' }

/** Of no known type. */
const BYTES = { name: 'notes.bin', content: Buffer.from([0, 1, 2, 3, 250, 251]) }

export const documentsExamples = {
  'GET /documents': {
    input: () => ({ query: { search: 'a', category: 'Legal', kind: 'pdf', sort: 'size' } }),
    audit: null,
  },
  'GET /documents/limits': { input: nothing, audit: null },
  'POST /documents': { input: () => ({ body: documentForm() }), audit: 'document.created' },
  'GET /documents/folders': { input: () => ({ query: { search: 'a' } }), audit: null },
  'POST /documents/folders': {
    input: () => ({ body: { name: newFolderName() } }),
    audit: 'document_folder.created',
  },
  'PUT /documents/folders/:id': {
    input: async (world) => ({ ...(await onNewFolder(world)), body: { name: newFolderName() } }),
    audit: 'document_folder.renamed',
  },
  'DELETE /documents/folders/:id': { input: onNewFolder, audit: 'document_folder.deleted' },
  'POST /documents/move': {
    input: async (world) => {
      const [document, folder] = [await onNewDocument(world), await onNewFolder(world)]
      return { body: { document_ids: [document.params.id], folder_id: folder.params.id } }
    },
    audit: 'document.moved',
  },
  'PUT /documents/:id/pin': {
    input: async (world) => ({ ...(await onNewDocument(world)), body: { pinned: true } }),
    audit: 'document.pinned',
  },
  'GET /documents/:id': { input: onNewDocument, audit: null },
  'PUT /documents/:id': {
    input: async (world) => ({ ...(await onNewDocument(world)), body: documentBody }),
    audit: 'document.updated',
  },
  'DELETE /documents/:id': { input: onNewDocument, audit: 'document.deleted' },
  'POST /documents/:id/restore': {
    input: async (world) => {
      const input = await onNewDocument(world)
      await world.server.api.as(world.admin)('DELETE /documents/:id', input)
      return input
    },
    audit: 'document.restored',
  },
  'GET /documents/:id/file': { input: onNewDocument, audit: null },
  'GET /documents/:id/thumbnail': {
    input: async (world) => {
      const input = await onNewDocument(world)
      const { thumbnails } = openDocuments(world.server.config)
      const { key } = await thumbnails.write(Buffer.from('WEBP'))
      await world.server.db
        .updateTable('documents')
        .set({ thumbnail_key: key })
        .where('id', '=', input.params.id)
        .execute()
      return input
    },
    audit: null,
  },
  'GET /processes/runs/:id/proofs': { input: onNewProof, audit: null },
  'POST /processes/runs/:id/proofs': {
    input: async (world) => ({ ...(await onNewProof(world)), body: documentForm(BYTES) }),
    audit: 'process_run.proof_added',
  },
  'GET /processes/runs/:id/proofs/:proof_id/file': { input: onNewProof, audit: null },
  'DELETE /processes/runs/:id/proofs/:proof_id': {
    input: onNewProof,
    audit: 'process_run.proof_removed',
  },
} satisfies Partial<Examples>

let folders = 0
/** No two have one name. */
const newFolderName = () => `Folder ${(folders += 1)}`

async function onNewFolder({ server, admin }: World) {
  const { body } = await server.api.as(admin)('POST /documents/folders', {
    body: { name: newFolderName() },
  })
  return { params: { id: body.id } }
}

async function onNewDocument({ server, admin }: World) {
  const { id } = await createDocument(server.api.as(admin), BYTES)
  return { params: { id } }
}

/** A proof that the admin attached to a run of theirs. */
async function onNewProof({ server, admin }: World) {
  const api = server.api.as(admin)
  const { id } = await createProcess(api)
  const { body: run } = await api('POST /processes/:id/runs', {
    params: { id },
    body: { title: '14 Ferry Road' },
  })
  const params = { id: run.id }
  const { body: proof } = await api('POST /processes/runs/:id/proofs', {
    params,
    body: documentForm(BYTES),
  })
  return { params: { ...params, proof_id: proof.id } }
}
