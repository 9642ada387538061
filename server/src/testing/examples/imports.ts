import { documentForm } from '../documents.ts'
import { type Examples, nothing, type World } from './world.ts'

const TEXT = { name: 'handbook.md', content: Buffer.from('# Hours\n\nNine to five.\n') }
const PAGE = { name: 'handbook.html', content: Buffer.from('<h1>Hours</h1>') }

export const importsExamples = {
  'GET /imports': { input: nothing, audit: null },
  'POST /imports': { input: () => ({ body: documentForm(TEXT) }), audit: 'import.created' },
  'GET /imports/:id': { input: onNewImport, audit: null },
  'DELETE /imports/:id': { input: onNewImport, audit: 'import.removed' },
  'POST /imports/:id/keep': {
    input: async (world) => {
      const input = await onNewImport(world)
      // As if it had been read: jobs run in their own time.
      await world.server.db
        .updateTable('imports')
        .set({ state: 'ready', markdown: '# Hours\n\nNine to five.', progress: 100 })
        .where('id', '=', input.params.id)
        .where('state', '=', 'waiting')
        .execute()
      return { ...input, body: { parts: [{ title: 'Hours', from: 8, to: 22 }] } }
    },
    audit: 'import.kept',
  },
  // What a browser might run is sent as bytes.
  'GET /imports/:id/file': { input: async (world) => onNewImport(world, PAGE), audit: null },
} satisfies Partial<Examples>

async function onNewImport({ server, admin }: World, file = TEXT) {
  const { body } = await server.api.as(admin)('POST /imports', { body: documentForm(file) })
  return { params: { id: body.id } }
}
