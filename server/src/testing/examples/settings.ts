import { uuidv7 } from 'uuidv7'
import type { CallOptions } from '../api-client.ts'
import { pictureForm, pictureOf } from '../pictures.ts'
import { type Examples, nothing, type World } from './world.ts'

export const settingsExamples = {
  'GET /settings/public': { input: nothing, audit: null },
  'GET /settings/front-desk': { input: nothing, audit: null },
  'GET /settings/legal': { input: nothing, audit: null },
  'GET /settings/logo': {
    input: async ({ server, admin }: World) => {
      await server.api.as(admin)('POST /admin/settings/logo', await withLogo())
      return {}
    },
    audit: null,
  },
  'GET /settings/icon/:size': {
    input: async ({ server, admin }: World) => {
      await server.api.as(admin)('POST /admin/settings/logo', await withLogo())
      return { params: { size: '192' } }
    },
    audit: null,
  },
  'GET /admin/settings': { input: nothing, audit: null },
  'PUT /admin/settings': {
    input: () => ({
      body: { brokerage_name: `Harbor ${uuidv7()}`, accent: '#7a3b22', time_zone: 'Asia/Tokyo' },
    }),
    audit: 'settings.changed',
  },
  'POST /admin/settings/logo': { input: () => withLogo(), audit: 'settings.logo_changed' },
  'DELETE /admin/settings/logo': { input: nothing, audit: 'settings.logo_removed' },
  'GET /admin/first-steps': { input: nothing, audit: null },
  'PUT /admin/first-steps': {
    input: async ({ server }: World) => {
      await server.db.updateTable('first_steps').set({ overview_seen_at: null }).execute()
      return { body: { overview_seen: true } }
    },
    audit: 'settings.first_steps',
  },
} satisfies Partial<Examples>

/** Not too wide to be an icon. */
async function withLogo(): Promise<CallOptions> {
  return { body: pictureForm(await pictureOf(60, 40), { field: 'logo' }) }
}
