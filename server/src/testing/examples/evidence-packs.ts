import { openFiles } from '../../platform/files.ts'
import { type Examples, nothing, type World } from './world.ts'

export const evidencePackExamples = {
  'GET /admin/evidence': { input: nothing, audit: null },
  'POST /admin/evidence': {
    input: async (world) => {
      await makeRoom(world)
      return { body: {} }
    },
    audit: 'evidence_pack.requested',
  },
  'GET /admin/evidence/:id': { input: onNewPack, audit: null },
  'GET /admin/evidence/:id/file': {
    input: async (world) => {
      const input = await onNewPack(world)
      // As if it had been made: jobs run in their own time.
      const { server } = world
      const { key } = await openFiles(server.config, 'evidence-packs').write(Buffer.from('PK'))
      await server.db
        .updateTable('evidence_packs')
        .set({
          state: 'ready',
          reason: null,
          file_key: key,
          file_size: 2,
          sha256: 'ab'.repeat(32),
          ready_at: new Date().toISOString(),
          ends_at: new Date(Date.now() + 1e9).toISOString(),
        })
        .where('id', '=', input.params.id)
        .execute()
      return input
    },
    audit: 'evidence_pack.downloaded',
  },
  'DELETE /admin/evidence/:id': {
    input: async (world) => {
      const input = await onNewPack(world)
      await world.server.db
        .updateTable('evidence_packs')
        .set({ state: 'failed', reason: 'For the example' })
        .where('id', '=', input.params.id)
        .where('state', '!=', 'ready')
        .execute()
      return input
    },
    audit: 'evidence_pack.removed',
  },
} satisfies Partial<Examples>

/** Only some may be in the making, whoever asked for them. */
async function makeRoom({ server }: World): Promise<void> {
  await server.db
    .deleteFrom('evidence_packs')
    .where('state', 'in', ['waiting', 'working'])
    .execute()
}

async function onNewPack(world: World) {
  await makeRoom(world)
  const { body } = await world.server.api.as(world.admin)('POST /admin/evidence', { body: {} })
  return { params: { id: body.id } }
}
