import { NOTIFICATION_KINDS } from '@frontdesk/contract/constants'
import { uuidv7 } from 'uuidv7'
import { type Examples, nothing, type World } from './world.ts'

export const notificationsExamples = {
  'GET /notifications': { input: () => ({ query: { unread: 'true', limit: 5 } }), audit: null },
  'GET /notifications/unread': { input: nothing, audit: null },
  'PUT /notifications/:id/read': {
    input: async (world) => ({ params: { id: await toldOf(world) }, body: { read: true } }),
    audit: null,
  },
  'POST /notifications/read-all': { input: () => ({ body: {} }), audit: null },
  'POST /notifications/seen': {
    input: async (world) => ({ body: { ids: [await toldOf(world)] } }),
    audit: null,
  },
  'GET /notifications/choices': { input: nothing, audit: null },
  'PUT /notifications/choices': {
    input: () => ({
      body: {
        choices: NOTIFICATION_KINDS.map((kind) => ({
          kind,
          in_app: true,
          mail: 'off',
          push: true,
        })),
        digest_hour: 7,
      },
    }),
    audit: 'user.notifications_chosen',
  },
} satisfies Partial<Examples>

/** Something that the admin was told. */
async function toldOf({ server, admin }: World): Promise<string> {
  const { id } = await server.db
    .insertInto('notifications')
    .values({
      user_id: admin.id,
      kind: 'result',
      source: `example:${uuidv7()}`,
      facts: JSON.stringify({
        about: 'completed',
        item: 'test',
        path: '/tests',
        title: 'State law',
        score: 90,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
