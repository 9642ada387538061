import { uuidv7 } from 'uuidv7'
import type { Examples, World } from './world.ts'

const body = () => ({ list: 'people' as const, name: `Late ${uuidv7()}`, query: 'behind=true' })

export const savedFiltersExamples = {
  'GET /saved-filters': { input: () => ({ query: { list: 'people' as const } }), audit: null },
  'POST /saved-filters': { input: () => ({ body: body() }), audit: 'saved_filter.created' },
  'PUT /saved-filters/:id': {
    input: async (world) => ({ ...(await onNewFilter(world)), body: { shared: true } }),
    audit: 'saved_filter.changed',
  },
  'PUT /saved-filters/:id/default': {
    input: async (world) => ({ ...(await onNewFilter(world)), body: { is_default: true } }),
    audit: 'saved_filter.default_changed',
  },
  'DELETE /saved-filters/:id': { input: onNewFilter, audit: 'saved_filter.deleted' },
} satisfies Partial<Examples>

async function onNewFilter({ server, admin }: World) {
  const made = await server.api.as(admin)('POST /saved-filters', { body: body() })
  return { params: { id: made.body.id } }
}
